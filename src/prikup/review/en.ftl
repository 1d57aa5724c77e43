# Why a decision was a mistake
review-wins = { $actions }: costs { $points } on average. Of { $deals } deals that fit what could be known, { $best } wins { $instead }, this { $times }.
review-more = { $actions }: costs { $points } on average. Of { $deals } deals that fit what could be known, { $best } is better in { $better }, worse in { $worse }.
review-certain = { $actions }: costs { $points }. { $best } was better, and every card was known.
