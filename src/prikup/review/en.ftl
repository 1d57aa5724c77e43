# The cost of a mistake, shown after the card or call and its fault
review-wins = costs { $points } points on average: of { $deals } possible deals, { $best } gains points in { $instead }, and this choice in { $times }.
review-more = costs { $points } points on average: { $best } is better in { $better } of { $deals } possible deals, worse in { $worse }.
review-dominated = costs { $points } points on average: { $best } is better in { $better } of { $deals } possible deals and never worse.
review-certain = costs { $points } points: { $best } was better, and every card was known.

# How often the call, and then the better call, leads to a game; shown after the cost
review-outlook-own = { $actions }: played in { $undertaken } of { $deals } deals, made in { $made }, opposed in { $against }; { $tricks } tricks on average.
review-outlook-other = { $actions }: played in { $undertaken } of { $deals } deals, made in { $made }; { $tricks } tricks on average.

# The fault, shown between the card or call and its cost
fault-not-cashed = does not cash { $card }, a sure trick
fault-leads-high = leads a higher card of the suit than { $best }
fault-leads-low = leads a lower card of the suit than { $best }
fault-leads-trump = leads a trump, not { $suit }
fault-leads-no-trump = does not lead a trump
fault-leads-under = leads from under { $card }
fault-leads-suit = leads { $suit }, not { $led }
fault-leaves-trick = leaves the trick to { $other }
fault-takes-trick = takes a trick that { $other } would have taken
fault-takes-from-partner = takes the trick from { $other }, on the same side
fault-too-high = a lower card of the suit does as much in this trick
fault-too-low = a higher card of the suit does no more harm in this trick
fault-goes-up = beats the cards of the trick, where a lower card stays below them
fault-stays-low = stays below the cards of the trick, where a higher card beats them
fault-ruffs = ruffs
fault-no-ruff = does not ruff
fault-unguards = throws away a guard of { $card }
fault-throws = throws away { $suit }, not { $led }
fault-parts-with-guard = gives up a guard of { $card }
fault-parts-with = gives up { $suit }, not { $led }
fault-no-void = could have cleared its { $suit }
fault-too-much = a higher game than { $best }
fault-too-little = a lower game than { $best }
fault-bids-loss = makes a bid that loses points in { $times } of { $deals } deals
fault-goes-in = joins the play, and loses points in { $times } of { $deals } deals
fault-passes-gain = passes up a game that usually scores
fault-stays-out = passes up a call that usually scores
