# Default names of the problem kinds, for games without names of their own
problem-catch = Make them take a trick
problem-dodge = Take no trick
problem-make = Make the contract
problem-beat = Beat the contract
problem-lead = The lead
problem-dead-hand = One against one
problem-most = Most tricks
problem-fewest = Fewest tricks
problem-count = How many tricks?
problem-discard = Which two to discard?

# The task
problem-task-catch = { $player } must take no trick. Make { $player } take one.
problem-task-dodge = Take none of the { $left } tricks that are left.
problem-task-make = { $many ->
    [one] You need { $need } of the { $left } tricks that are left. Make sure you get them.
   *[other] You and your partner need { $need } of the { $left } tricks that are left. Make sure you get them.
}
problem-task-beat = { $player } needs { $need } of the { $left } tricks that are left. Prevent it.
problem-task-lead = { $player } plays against you and wants many tricks. Which lead gives away the fewest tricks?
problem-task-dead-hand = Two players are left, and each wants as many of the { $left } remaining tricks as possible. Which card wins you the most?
problem-task-most = The others play together against you. Which card wins you the most of the { $left } tricks that are left?
problem-task-fewest = { $many ->
    [one] { $left } tricks are left, and the others play together against you. Which card leaves you the fewest?
   *[other] { $left } tricks are left. Which card leaves the fewest of them to you and your partner?
}
problem-task-count-most = { $many ->
    [one] All play perfectly, the others together against you. How many of the { $left } tricks can you take?
   *[other] All play perfectly. How many of the { $left } tricks can you and your partner take?
}
problem-task-count-fewest = { $many ->
    [one] All play perfectly, the others together against you. How many of the { $left } tricks must you take, if you want as few as possible?
   *[other] All play perfectly. How many of the { $left } tricks must you and your partner take, if you want as few as possible?
}
problem-task-discard-most = You play for as many tricks as you can. Which { $cards } cards do you discard?
problem-task-discard-fewest = You must take no trick. Which { $cards } cards do you discard?
problem-proved = Proved double dummy: all hands are visible, both sides play perfectly, and there is one answer. Equal cards count as one.
problem-failed = Computer players, who saw only their own cards, failed in { $number } of { $tries } tries.
problem-source = Published: { $source }

# While you solve it
problem-plays-last = { $player-is ->
    [you] You play last to every trick.
   *[other] { $player } plays last to every trick.
}
problem-leads = { $player-is ->
    [you] You lead.
   *[other] { $player } leads.
}
problem-turn = { $player-is ->
    [you] It is your turn.
   *[other] It is { $player }’s turn.
}
problem-hint = Suit of the answer: { $suits }.
problem-hint-number = Between { $least } and { $most }.
problem-right = Right: { $answer }.
problem-wrong = { $answer } is wrong.
problem-came-to = Tricks for { $players }: { $tricks }.
problem-kept = You got everything that was possible.
problem-slipped = You found the answer, but missed the goal with a later card.

# Difficulty
problem-level-0 = published
problem-level-1 = easy
problem-level-2 = medium
problem-level-3 = hard
problem-level-4 = very hard

# Errors
problem-number = { $text } is not a number of tricks.
problem-no-answer = { $text }: { $cards ->
    [one] type a card of your hand that may be played now.
   *[other] type { $cards } cards of your hand.
}
problem-not-now = { $card } may not be played now.
problem-progress = Your saved progress could not be read: { $text }
