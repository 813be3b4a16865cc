"""The output of the lab's commands: `progress` while a campaign is played, and `results` afterwards."""
