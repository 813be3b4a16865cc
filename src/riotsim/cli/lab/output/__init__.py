"""What the commands of the lab print: `progress` while a campaign is played, and `results` afterwards."""
