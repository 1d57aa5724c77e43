## People
not-signed-in = Nobody knows yet who you are. Open the first page and come again.
account-already = You have an account already.
login-wrong = The name or the password is wrong.
password-wrong = The password is wrong.
password-short = A password has at least { $least } characters.
password-long = A password has at most { $most } characters.
name-empty = A name has at least one letter.
name-long = A name has at most { $most } characters.
name-mixed = A word of this name mixes two alphabets: “{ $few }” is of another than “{ $many }”. Write each word in one.
name-taken = This name is taken, or looks like one that is.
block-yourself = You cannot block yourself.
block-enough = You have blocked { $most } people already. Take one back first.

## The server
no-such-table = There is no such table.
no-such-page = There is no such page.
no-such-method = This address does not answer that.
message-unreadable = The message does not read.
request-unreadable = The request does not read.
request-too-large = The request is too large.
request-not-json = The request has to be JSON.
origin-foreign = The request comes from another site.
too-fast = Too many messages at once.
too-many = Too often. Try again in { $seconds } s.
server-failed = Something went wrong on the server.
server-stops = The server is stopping. What was done is saved.
signed-out = You have signed out, or your password was changed. Sign in again to go on.
not-read = The server cannot read what it has saved. Try again in a while.
database-unknown = The database is named sqlite:///FILE or postgresql://…
database-newer = A newer version of this program has used the database.
database-in-use = { $file } is used by another server.
database-held = Another server uses this database and does not share it. To let several share it, start each of them with --peer-address and --peer-secret-file.
database-unshared = Several servers can share a database of PostgreSQL alone: --database postgresql://…
database-no-driver = PostgreSQL needs the extra prikup[postgres]: pip install 'prikup[postgres]'.
database-failed = The database does not open: { $error }
database-missing = There is no database { $file }.
database-damaged = { $file } is damaged.
database-other-schema = The database has the schema of another version of this program. Start the server once, then ask again.
backup-itself = { $file } is the database itself. Name another file for its backup.
backup-exists = { $file } is there already. With --force it is replaced.
backup-unreadable = { $file } is no backup of such a database, or it is damaged.
backup-foreign = There are no tables of this program in it.
tool-missing = This needs { $program } of PostgreSQL. Debian has it in the package postgresql-client.
tool-old = { $program } is of PostgreSQL { $own }, and the server of { $server }. Install a postgresql-client that is as new as the server.
tool-failed = { $program }: { $error }

## The archive
no-such-moment = There is no such moment.
no-such-match = There is no such match, or it is not over yet.
no-such-problem = There is no such problem, or its day is still to come.
no-such-deal = There is no such deal in this match.
match-private = The match is private. Let everybody see it first: then the results can be compared.
no-such-step = Nobody can play on from there: it is step { $step } of { $steps }.
cursor-unreadable = The list of matches has changed. Begin it anew.
review-enough = { $most } deals of yours wait for their review already. Come back when they are done.

## The journal for moderation
audit-seated = { $person } sat down on seat { $seat } of table { $table } as { $name }
audit-stood = { $person } left seat { $seat } of table { $table }
audit-renamed = { $person } changed the name from { $from } to { $to }
audit-account-opened = { $person } opened an account, named { $to } (a guest named { $from } before)
audit-password-changed = { $person } changed the password
audit-account-deleted = { $person } deleted the account
audit-guest-deleted = The guest { $person } was deleted: not here for too long
audit-table-deleted = Table { $table } was deleted: its guests were not here for too long
audit-removed = { $person } was removed from table { $table } by { $by } (seat { $seat }; -1: none)
audit-locked = { $person } closed table { $table } to newcomers
audit-unlocked = { $person } opened table { $table } again
audit-blocked = { $by } blocked { $person }, met at table { $table }
audit-unblocked = { $by } blocks { $person } no more
audit-reported = { $person } reported a move of the computer player on seat { $seat } in deal { $deal } of table { $table }
