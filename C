format = 1
extends = "rawlins"
name = "selected"
summary = "Twos reset, tens burn, four in a row burn; the last to hold cards loses."
order = [
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "J",
    "Q",
    "K",
    "A",
]

[start]
by = "deal_order"
zones = "face_up_then_hand"
judged = "deal"

[pick_up]
adding = "when_able"

[end]
result = "loser"
next_dealer = "left"

[ranks.3]
abilities = []

[ranks.8]
abilities = []

[ranks.9]
abilities = []
