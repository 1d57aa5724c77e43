"""Compare the scorer with a second statement of it: `evenings.py` under the name that `make oracle` runs.

python tests/campaigns/scorer_compared.py --evenings 500
"""

from campaigns.evenings import main

if __name__ == "__main__":
    main()
