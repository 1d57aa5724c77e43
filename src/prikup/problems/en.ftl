# What is asked, where the game has no word of its own
problem-catch = Make them take a trick
problem-dodge = Take no trick
problem-make = Make the contract
problem-beat = Beat the contract
problem-lead = The lead
problem-dead-hand = Two play
problem-most = As many as you can
problem-fewest = As few as you can
problem-count = How many tricks?
problem-discard = Which two to discard?

# The task
problem-task-catch = { $player } must take no trick. Make { $player } take one.
problem-task-dodge = Take none of the { $left } tricks that are left.
problem-task-make = { $many ->
    [one] You need { $need } of the { $left } tricks that are left. Make sure of it.
   *[other] You and your partner need { $need } of the { $left } tricks that are left. Make sure of it.
}
problem-task-beat = { $player } needs { $need } of the { $left } tricks that are left. Prevent it.
problem-task-lead = { $player } plays against you and wants many tricks. Which lead leaves the fewest?
problem-task-dead-hand = Two play, and each wants as many of the { $left } tricks that are left as they can have. Which card brings you most?
problem-task-most = The others play together against you. Which card brings you most of the { $left } tricks that are left?
problem-task-fewest = { $many ->
    [one] { $left } tricks are left, and the others play together against you. Which card leaves you the fewest?
   *[other] { $left } tricks are left. Which card leaves the fewest of them to you and your partner?
}
problem-task-count-most = { $many ->
    [one] All play perfectly, the others together against you. How many of the { $left } tricks can you take?
   *[other] All play perfectly. How many of the { $left } tricks can you and your partner take?
}
problem-task-count-fewest = { $many ->
    [one] All play perfectly, the others together against you. How many of the { $left } tricks must you take, if you want few?
   *[other] All play perfectly. How many of the { $left } tricks must you and your partner take, if you want few?
}
problem-task-discard-most = You play for as many tricks as you can. Which { $cards } cards do you discard?
problem-task-discard-fewest = You must take no trick. Which { $cards } cards do you discard?
problem-proved = Proved double dummy: all hands are visible, both sides play perfectly, and there is one answer. Equal cards count as one.
problem-failed = In { $number } of { $tries } tries computer players, who saw only their own cards, failed.
problem-source = Published: { $source }

# What is said while it is solved
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
   *[other] It is the turn of { $player }.
}
problem-hint = Of the suit: { $suits }.
problem-hint-number = Between { $least } and { $most }.
problem-right = Right: { $answer }.
problem-wrong = { $answer } is wrong.
problem-came-to = Tricks: { $tricks } to { $players }.
problem-kept = You got everything that was possible.
problem-slipped = You had it, but it slipped away.

# Difficulty
problem-level-0 = published
problem-level-1 = easy
problem-level-2 = not easy
problem-level-3 = hard
problem-level-4 = very hard

# What cannot be
problem-number = { $text } is not a number of tricks.
problem-no-answer = { $text }: { $cards ->
    [one] type a card of your hand that may be played now.
   *[other] type { $cards } cards of your hand.
}
problem-not-now = { $card } may not be played now.
problem-progress = Your saved progress could not be read: { $text }
