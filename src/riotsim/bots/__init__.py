"""Who answers: the bosses that are programs."""
