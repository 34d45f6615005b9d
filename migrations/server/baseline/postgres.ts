/** The schema of a new database on PostgreSQL. */
export const postgresSchema: readonly string[] = [
  `create table account (id text NOT NULL, "accountId" text NOT NULL, "providerId" text NOT NULL,
    "userId" text NOT NULL, "accessToken" text, "refreshToken" text, "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone, "refreshTokenExpiresAt" timestamp with time zone,
    scope text, password text, "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL)`,
  `create table achievements ("userId" text NOT NULL, "actionId" integer NOT NULL, id text NOT NULL,
    type text NOT NULL, progress integer NOT NULL, "doneAt" bigint, hash text, payload text)`,
  `create table "actionRuns" ("userId" text NOT NULL, id text NOT NULL, rules text NOT NULL, reached text NOT NULL,
    examined integer NOT NULL, touched integer NOT NULL, state text NOT NULL, "createdAt" bigint NOT NULL)`,
  `create table actions ("userId" text NOT NULL, rules text NOT NULL, "watchesStatus" integer NOT NULL,
    secret text NOT NULL, "createdAt" bigint NOT NULL, "updatedAt" bigint NOT NULL)`,
  `create table "agedEntries" ("userId" text NOT NULL, "entryId" text NOT NULL)`,
  `create table "aiReports" ("userId" text NOT NULL, view integer NOT NULL, "startsAt" bigint NOT NULL,
    text text NOT NULL, "madeAt" bigint NOT NULL, "askedAt" bigint)`,
  `create table "aiTexts" (key text NOT NULL, "entryId" text NOT NULL, text text NOT NULL,
    "madeAt" bigint NOT NULL)`,
  `create table "aiUsage" ("userId" text NOT NULL, day text NOT NULL, asked integer NOT NULL)`,
  `create table answered ("userId" text NOT NULL, key text NOT NULL, status integer NOT NULL, body text NOT NULL,
    at bigint NOT NULL)`,
  `create table "appPasswords" (id text NOT NULL, "userId" text NOT NULL, name text NOT NULL,
    username text NOT NULL, hash text NOT NULL, "feverHash" text NOT NULL, "createdAt" bigint NOT NULL,
    "usedAt" bigint, scopes text, "limit" text)`,
  `create table "authorizationCodes" (hash text NOT NULL, "userId" text NOT NULL, name text NOT NULL,
    "clientId" text NOT NULL, "redirectUri" text NOT NULL, challenge text NOT NULL, scopes text NOT NULL,
    "limit" text, "expiresAt" bigint NOT NULL)`,
  `create table avatars ("userId" text NOT NULL, id text NOT NULL, type text NOT NULL, bytes bytea NOT NULL,
    "createdAt" bigint NOT NULL)`,
  `create table backups (day text NOT NULL, "finishedAt" bigint NOT NULL, file text NOT NULL, bytes bigint,
    rows bigint, message text)`,
  `create table boosts (hash text NOT NULL, "feedId" text NOT NULL, "userId" text NOT NULL,
    months integer NOT NULL, "createdAt" bigint NOT NULL, "expiresAt" bigint NOT NULL)`,
  `create table collections ("userId" text NOT NULL, "entryId" text NOT NULL, view integer NOT NULL,
    "createdAt" bigint NOT NULL)`,
  `create table devices ("userId" text NOT NULL, id text NOT NULL, channel text NOT NULL, token text NOT NULL,
    "createdAt" bigint NOT NULL)`,
  `create table entries (id text NOT NULL, "feedId" text NOT NULL, guid text NOT NULL, title text, url text,
    description text, author text, "authorUrl" text, "authorAvatar" text, language text, categories text,
    media text, attachments text, extra text, hash text NOT NULL, "publishedAt" bigint NOT NULL,
    "insertedAt" bigint NOT NULL, "updatedAt" bigint NOT NULL)`,
  `create table "entryActions" ("userId" text NOT NULL, "entryId" text NOT NULL, result text NOT NULL,
    blocked integer NOT NULL)`,
  `create table "entryContents" ("entryId" text NOT NULL, content text NOT NULL)`,
  `create table "entryDeletions" ("entryId" text NOT NULL, "feedId" text NOT NULL, "deletedAt" bigint NOT NULL)`,
  `create table "entryLabels" ("userId" text NOT NULL, "labelId" text NOT NULL, "entryId" text NOT NULL,
    "createdAt" bigint NOT NULL)`,
  `create table "entryReadability" ("entryId" text NOT NULL, content text, "updatedAt" bigint NOT NULL)`,
  `create table "entryTexts" ("entryId" text NOT NULL, title text NOT NULL, author text NOT NULL,
    body text NOT NULL, number bigint NOT NULL)`,
  `create table "entryTextsPending" ("entryId" text NOT NULL)`,
  `create table "failedAttempts" (key text NOT NULL, "fullUntil" bigint NOT NULL)`,
  `create table "feedAliases" (url text NOT NULL, "feedId" text NOT NULL)`,
  `create table "feedCounts" ("feedId" text NOT NULL, entries integer NOT NULL)`,
  `create table "feedFetches" ("feedId" text NOT NULL, at bigint NOT NULL, status integer, outcome text NOT NULL,
    message text, "newEntries" integer NOT NULL, bytes integer NOT NULL, milliseconds integer NOT NULL)`,
  `create table "feedIcons" ("feedId" text NOT NULL, source text NOT NULL, type text, bytes bytea,
    "checkedAt" bigint NOT NULL)`,
  `create table "feedRequests" ("feedId" text NOT NULL, "userId" text NOT NULL, address text NOT NULL,
    "userAgent" text, proxy text, username text, password text, cookie text, "allowsInsecure" integer NOT NULL,
    "ignoresEdits" integer NOT NULL, "usesFetcher" integer DEFAULT 0 NOT NULL)`,
  `create table feeds (id text NOT NULL, url text NOT NULL, title text, description text, image text,
    "siteUrl" text, language text, "ownerUserId" text, "createdAt" bigint NOT NULL, "updatedAt" bigint NOT NULL,
    "checkedAt" bigint, etag text, "lastModified" text, "bodyHash" text, "ttlMinutes" integer,
    "errorMessage" text, "errorAt" bigint, failures integer DEFAULT 0 NOT NULL, gone integer DEFAULT 0 NOT NULL,
    "migrateTo" text, "nextFetchAt" bigint NOT NULL, lease bigint DEFAULT 0 NOT NULL, "quietTimes" text,
    "waitUntil" bigint, "inboxUserId" text, "quietFetches" text)`,
  `create table highlights ("userId" text NOT NULL, id text NOT NULL, "entryId" text NOT NULL, exact text,
    prefix text DEFAULT ''::text NOT NULL, suffix text DEFAULT ''::text NOT NULL, "startOffset" integer,
    "endOffset" integer, color text NOT NULL, note text, "noteText" text, "searchText" text NOT NULL,
    "createdAt" bigint NOT NULL, "updatedAt" bigint NOT NULL, "deletedAt" bigint)`,
  `create table hubs ("feedId" text NOT NULL, hub text NOT NULL, topic text NOT NULL, token text NOT NULL,
    secret text NOT NULL, state text NOT NULL, "leaseUntil" bigint, "pushedAt" bigint, "askAt" bigint NOT NULL,
    failures integer DEFAULT 0 NOT NULL, message text)`,
  `create table "importLines" ("importId" text NOT NULL, line integer NOT NULL, url text NOT NULL, title text,
    outcome text, "feedId" text, reason text)`,
  `create table imports ("userId" text NOT NULL, id text NOT NULL, "createdAt" bigint NOT NULL,
    running integer NOT NULL)`,
  `create table inboxes (name text NOT NULL, handle text NOT NULL, "userId" text NOT NULL, "feedId" text NOT NULL,
    secret text NOT NULL, title text, "createdAt" bigint NOT NULL)`,
  `create table "installedPlugins" ("userId" text NOT NULL, plugin text NOT NULL, address text, hash text NOT NULL,
    bundle text NOT NULL, granted text NOT NULL, "installedAt" bigint NOT NULL)`,
  `create table invitations (code text NOT NULL, "fromUserId" text NOT NULL, "createdAt" bigint NOT NULL,
    "usedAt" bigint, "toUserId" text, hash text)`,
  `create table jobs (queue text NOT NULL, key text NOT NULL, payload text NOT NULL, "runAt" bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL, lease bigint DEFAULT 0 NOT NULL, "userId" text, "ranAt" bigint,
    "ranMs" bigint, failure text)`,
  `create table labels (id text NOT NULL, "userId" text NOT NULL, name text NOT NULL, key text NOT NULL,
    color text, "createdAt" bigint NOT NULL, "deletedAt" bigint)`,
  `create table leases (name text NOT NULL, owner text NOT NULL, token text NOT NULL, "renewedAt" bigint NOT NULL,
    "expiresAt" bigint NOT NULL)`,
  `create table "listFeeds" ("listId" text NOT NULL, "feedId" text NOT NULL, "addedAt" bigint NOT NULL)`,
  `create table "listPurchases" ("userId" text NOT NULL, "listId" text NOT NULL, fee integer NOT NULL,
    at bigint NOT NULL)`,
  `create table "listSubscriptions" ("userId" text NOT NULL, "listId" text NOT NULL, view integer NOT NULL,
    category text, title text, "isPrivate" integer DEFAULT 0 NOT NULL,
    "hideFromTimeline" integer DEFAULT 0 NOT NULL, "createdAt" bigint NOT NULL)`,
  `create table lists (id text NOT NULL, "ownerUserId" text NOT NULL, title text NOT NULL, description text,
    image text, view integer NOT NULL, fee integer DEFAULT 0 NOT NULL, "createdAt" bigint NOT NULL,
    "updatedAt" bigint NOT NULL)`,
  `create table notices ("userId" text NOT NULL, id text NOT NULL, at bigint NOT NULL, payload text NOT NULL)`,
  `create table "ownRetentionRules" ("userId" text NOT NULL, kind text NOT NULL, name text NOT NULL,
    "maxAgeDays" integer, "maxEntries" integer)`,
  `create table passkey ("userId" text NOT NULL, id text NOT NULL, name text, "publicKey" text NOT NULL,
    "credentialID" text NOT NULL, counter integer NOT NULL, "deviceType" text NOT NULL,
    "backedUp" boolean NOT NULL, transports text, "createdAt" timestamp with time zone, aaguid text)`,
  `create table "pluginContacts" ("userId" text NOT NULL, plugin text NOT NULL, host text NOT NULL,
    count integer NOT NULL, at bigint NOT NULL)`,
  `create table "pluginCrashes" ("userId" text NOT NULL, plugin text NOT NULL, at bigint NOT NULL)`,
  `create table "pluginJobs" ("userId" text NOT NULL, plugin text NOT NULL, name text NOT NULL, at bigint NOT NULL,
    words text)`,
  `create table "pluginSettings" ("userId" text NOT NULL, plugin text NOT NULL, payload text NOT NULL,
    secrets text NOT NULL)`,
  `create table positions ("userId" text NOT NULL, "entryId" text NOT NULL, seconds double precision NOT NULL,
    at bigint NOT NULL)`,
  `create table "powerAirdrops" ("userId" text NOT NULL, amount text NOT NULL, rank integer, detail text,
    verify text, "sendingAt" bigint, hash text)`,
  `create table "powerDays" (day text NOT NULL, "startedAt" bigint NOT NULL, "doneAt" bigint,
    "headPosition" bigint, "headHash" text)`,
  `create table "powerPostings" ("position" bigint NOT NULL, account text NOT NULL, whole bigint NOT NULL,
    middle integer NOT NULL, low integer NOT NULL)`,
  `create table "powerStandings" (day text NOT NULL, "userId" text NOT NULL, rank integer NOT NULL,
    level integer NOT NULL, "activityPoints" integer NOT NULL, "previousActivityPoints" integer,
    reward text NOT NULL)`,
  `create table "powerTransactions" ("position" bigint NOT NULL, hash text NOT NULL, "previousHash" text NOT NULL,
    key text NOT NULL, kind text NOT NULL, amount text NOT NULL, tax text NOT NULL, "fromUserId" text,
    "toUserId" text, "toFeedId" text, "toListId" text, "toEntryId" text, "toRSSHubId" text, comment text,
    "createdAt" bigint NOT NULL)`,
  `create table "privateFeeds" ("feedId" text NOT NULL)`,
  `create table "rateLimit" (id text NOT NULL, key text NOT NULL, count integer NOT NULL,
    "lastRequest" bigint NOT NULL)`,
  `create table "readCounts" ("userId" text NOT NULL, "feedId" text NOT NULL, entries integer NOT NULL)`,
  `create table "readingTimes" ("entryId" text NOT NULL, seconds integer NOT NULL)`,
  `create table reads ("userId" text NOT NULL, "entryId" text NOT NULL, "readAt" bigint NOT NULL, batch text,
    "feedId" text)`,
  `create table "removedEntries" ("feedId" text NOT NULL, guid text NOT NULL)`,
  `create table "retentionRules" (scope text NOT NULL, "maxAgeDays" integer, "maxEntries" integer)`,
  `create table "retentionRuns" (id text NOT NULL, at bigint NOT NULL, entries integer NOT NULL,
    feeds integer NOT NULL, rules text NOT NULL)`,
  `create table "rsshubAnswers" (url text NOT NULL, body text NOT NULL, at bigint NOT NULL)`,
  `create table "rsshubInstances" (id text NOT NULL, "ownerUserId" text NOT NULL, "baseUrl" text NOT NULL,
    "accessKey" text, description text, price integer NOT NULL, "userLimit" integer, "errorMessage" text,
    "errorAt" bigint, "checkedAt" bigint NOT NULL, "createdAt" bigint NOT NULL)`,
  `create table "rsshubPurchases" ("userId" text NOT NULL, "instanceId" text NOT NULL, hash text,
    "expiresAt" bigint NOT NULL)`,
  `create table "rsshubUses" ("userId" text NOT NULL, id text NOT NULL, "instanceId" text NOT NULL,
    at bigint NOT NULL)`,
  `create table "ruleActs" ("userId" text NOT NULL, "entryId" text NOT NULL, rule text NOT NULL,
    name text NOT NULL, "position" integer NOT NULL, cause text NOT NULL, result text NOT NULL,
    starred integer NOT NULL, marked integer NOT NULL, run text, at bigint NOT NULL, labels text)`,
  `create table "ruleProblems" ("userId" text NOT NULL, plugin text NOT NULL, name text NOT NULL,
    words text NOT NULL)`,
  `create table saves ("userId" text NOT NULL, "entryId" text NOT NULL, plugin text NOT NULL, url text,
    at bigint NOT NULL)`,
  `create table "serverKeys" (name text NOT NULL, value text NOT NULL)`,
  `create table session (id text NOT NULL, "expiresAt" timestamp with time zone NOT NULL, token text NOT NULL,
    "createdAt" timestamp with time zone NOT NULL, "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text, "userAgent" text, "userId" text NOT NULL)`,
  `create table settings ("userId" text NOT NULL, tab text NOT NULL, payload text NOT NULL,
    "updatedAt" bigint NOT NULL)`,
  `create table sites (site text NOT NULL, "waitUntil" bigint NOT NULL)`,
  `create table "storyKeys" ("entryId" text NOT NULL, "feedId" text NOT NULL, "publishedAt" bigint NOT NULL,
    address bigint, title bigint)`,
  `create table subscriptions ("userId" text NOT NULL, id text NOT NULL, "feedId" text NOT NULL,
    view integer NOT NULL, category text, title text, "isPrivate" integer DEFAULT 0 NOT NULL,
    "hideFromTimeline" integer DEFAULT 0 NOT NULL, "createdAt" bigint NOT NULL)`,
  `create table "syncNumbers" ("userId" text NOT NULL, kind text NOT NULL, name text NOT NULL,
    number integer NOT NULL)`,
  `create table "tokenUses" (id text NOT NULL, "userId" text NOT NULL, "tokenId" text NOT NULL,
    "tokenName" text NOT NULL, entrance text NOT NULL, call text NOT NULL, count integer NOT NULL, undo text,
    "undoneAt" bigint, at bigint NOT NULL)`,
  `create table "twoFactor" ("userId" text NOT NULL, id text NOT NULL, secret text NOT NULL,
    "backupCodes" text NOT NULL, verified boolean, "failedVerificationCount" integer,
    "lockedUntil" timestamp with time zone)`,
  `create table "usageConsents" ("userId" text NOT NULL, at bigint NOT NULL)`,
  `create table "usageEvents" ("userId" text NOT NULL, id text NOT NULL, at bigint NOT NULL, name text NOT NULL,
    params text NOT NULL)`,
  `create table "usedCodes" ("userId" text NOT NULL, counter bigint NOT NULL)`,
  `create table "user" (id text NOT NULL, name text NOT NULL, email text NOT NULL,
    "emailVerified" boolean NOT NULL, image text, "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL, handle text, bio text, website text, "socialLinks" text,
    role text DEFAULT 'user'::text NOT NULL, admin boolean NOT NULL, deleted boolean,
    "twoFactorEnabled" boolean, "mustConfirm" boolean)`,
  `create table verification (id text NOT NULL, identifier text NOT NULL, value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL, "createdAt" timestamp with time zone NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL)`,
  `create table wallets ("userId" text NOT NULL, address text NOT NULL, "addressIndex" integer NOT NULL,
    "createdAt" bigint NOT NULL)`,
  `create table "webhookDeliveries" ("userId" text NOT NULL, id text NOT NULL, "entryId" text NOT NULL,
    url text NOT NULL, state text NOT NULL, attempts integer NOT NULL, status integer, message text,
    "createdAt" bigint NOT NULL, "updatedAt" bigint NOT NULL, plugin text, words text, action text,
    operand text)`,
  `alter table "entryTexts" alter column number add generated always as identity`,
  `alter table account add constraint account_pkey PRIMARY KEY (id)`,
  `alter table achievements add constraint "achievementsKey" PRIMARY KEY ("userId", "actionId"),
    add constraint achievements_id_key UNIQUE (id)`,
  `alter table "actionRuns" add constraint "actionRuns_pkey" PRIMARY KEY (id)`,
  `alter table actions add constraint "actionsKey" PRIMARY KEY ("userId")`,
  `alter table "agedEntries" add constraint "agedEntriesKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table "aiReports" add constraint "aiReportsKey" PRIMARY KEY ("userId", view, "startsAt")`,
  `alter table "aiTexts" add constraint "aiTexts_pkey" PRIMARY KEY (key)`,
  `alter table "aiUsage" add constraint "aiUsageKey" PRIMARY KEY ("userId", day)`,
  `alter table answered add constraint "answeredKey" PRIMARY KEY ("userId", key)`,
  `alter table "appPasswords" add constraint "appPasswords_feverHash_key" UNIQUE ("feverHash"),
    add constraint "appPasswords_hash_key" UNIQUE (hash), add constraint "appPasswords_pkey" PRIMARY KEY (id)`,
  `alter table "authorizationCodes" add constraint "authorizationCodes_pkey" PRIMARY KEY (hash)`,
  `alter table avatars add constraint avatars_pkey PRIMARY KEY (id)`,
  `alter table backups add constraint backups_pkey PRIMARY KEY (day)`,
  `alter table boosts add constraint boosts_pkey PRIMARY KEY (hash)`,
  `alter table collections add constraint "collectionsKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table devices add constraint "devicesToken" UNIQUE (token), add constraint devices_pkey PRIMARY KEY (id)`,
  `alter table entries add constraint "entriesFeedGuid" UNIQUE ("feedId", guid),
    add constraint entries_pkey PRIMARY KEY (id)`,
  `alter table "entryActions" add constraint "entryActionsKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table "entryContents" add constraint "entryContents_pkey" PRIMARY KEY ("entryId")`,
  `alter table "entryDeletions" add constraint "entryDeletions_pkey" PRIMARY KEY ("entryId")`,
  `alter table "entryLabels" add constraint "entryLabelsKey" PRIMARY KEY ("labelId", "entryId")`,
  `alter table "entryReadability" add constraint "entryReadability_pkey" PRIMARY KEY ("entryId")`,
  `alter table "entryTextsPending" add constraint "entryTextsPending_pkey" PRIMARY KEY ("entryId")`,
  `alter table "entryTexts" add constraint "entryTexts_pkey" PRIMARY KEY ("entryId")`,
  `alter table "failedAttempts" add constraint "failedAttempts_pkey" PRIMARY KEY (key)`,
  `alter table "feedAliases" add constraint "feedAliases_pkey" PRIMARY KEY (url)`,
  `alter table "feedCounts" add constraint "feedCounts_pkey" PRIMARY KEY ("feedId")`,
  `alter table "feedIcons" add constraint "feedIcons_pkey" PRIMARY KEY ("feedId")`,
  `alter table "feedRequests" add constraint "feedRequests_pkey" PRIMARY KEY ("feedId")`,
  `alter table feeds add constraint feeds_pkey PRIMARY KEY (id), add constraint feeds_url_key UNIQUE (url)`,
  `alter table highlights add constraint "highlightsKey" PRIMARY KEY ("userId", id)`,
  `alter table hubs add constraint hubs_pkey PRIMARY KEY ("feedId"), add constraint hubs_token_key UNIQUE (token)`,
  `alter table "importLines" add constraint "importLinesKey" PRIMARY KEY ("importId", line)`,
  `alter table imports add constraint imports_pkey PRIMARY KEY (id)`,
  `alter table inboxes add constraint "inboxes_feedId_key" UNIQUE ("feedId"),
    add constraint inboxes_pkey PRIMARY KEY (name)`,
  `alter table "installedPlugins" add constraint "installedPluginsKey" PRIMARY KEY ("userId", plugin)`,
  `alter table invitations add constraint invitations_hash_key UNIQUE (hash),
    add constraint invitations_pkey PRIMARY KEY (code)`,
  `alter table jobs add constraint "jobsKey" PRIMARY KEY (queue, key)`,
  `alter table labels add constraint "labelsKey" UNIQUE ("userId", key),
    add constraint labels_pkey PRIMARY KEY (id)`,
  `alter table leases add constraint leases_pkey PRIMARY KEY (name)`,
  `alter table "listFeeds" add constraint "listFeedsKey" PRIMARY KEY ("listId", "feedId")`,
  `alter table "listPurchases" add constraint "listPurchasesKey" PRIMARY KEY ("userId", "listId")`,
  `alter table "listSubscriptions" add constraint "listSubscriptionsKey" PRIMARY KEY ("userId", "listId")`,
  `alter table lists add constraint lists_pkey PRIMARY KEY (id)`,
  `alter table notices add constraint notices_pkey PRIMARY KEY (id)`,
  `alter table "ownRetentionRules" add constraint "ownRetentionRulesKey" PRIMARY KEY ("userId", kind, name)`,
  `alter table passkey add constraint passkey_pkey PRIMARY KEY (id)`,
  `alter table "pluginContacts" add constraint "pluginContactsKey" PRIMARY KEY ("userId", plugin, host)`,
  `alter table "pluginCrashes" add constraint "pluginCrashesKey" PRIMARY KEY ("userId", plugin, at)`,
  `alter table "pluginJobs" add constraint "pluginJobsKey" PRIMARY KEY ("userId", plugin, name)`,
  `alter table "pluginSettings" add constraint "pluginSettingsKey" PRIMARY KEY ("userId", plugin)`,
  `alter table positions add constraint "positionsKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table "powerAirdrops" add constraint "powerAirdrops_pkey" PRIMARY KEY ("userId")`,
  `alter table "powerDays" add constraint "powerDays_pkey" PRIMARY KEY (day)`,
  `alter table "powerPostings" add constraint "powerPostingsKey" PRIMARY KEY ("position", account)`,
  `alter table "powerStandings" add constraint "powerStandingsKey" PRIMARY KEY (day, "userId")`,
  `alter table "powerTransactions" add constraint "powerTransactions_hash_key" UNIQUE (hash),
    add constraint "powerTransactions_key_key" UNIQUE (key),
    add constraint "powerTransactions_pkey" PRIMARY KEY ("position"),
    add constraint "powerTransactions_previousHash_key" UNIQUE ("previousHash")`,
  `alter table "privateFeeds" add constraint "privateFeeds_pkey" PRIMARY KEY ("feedId")`,
  `alter table "rateLimit" add constraint "rateLimit_key_key" UNIQUE (key),
    add constraint "rateLimit_pkey" PRIMARY KEY (id)`,
  `alter table "readCounts" add constraint "readCountsKey" PRIMARY KEY ("userId", "feedId")`,
  `alter table "readingTimes" add constraint "readingTimes_pkey" PRIMARY KEY ("entryId")`,
  `alter table reads add constraint "readsKey" PRIMARY KEY ("userId", "entryId")`,
  `alter table "removedEntries" add constraint "removedEntriesKey" PRIMARY KEY ("feedId", guid)`,
  `alter table "retentionRules" add constraint "retentionRules_pkey" PRIMARY KEY (scope)`,
  `alter table "retentionRuns" add constraint "retentionRuns_pkey" PRIMARY KEY (id)`,
  `alter table "rsshubAnswers" add constraint "rsshubAnswers_pkey" PRIMARY KEY (url)`,
  `alter table "rsshubInstances" add constraint "rsshubInstances_baseUrl_key" UNIQUE ("baseUrl"),
    add constraint "rsshubInstances_pkey" PRIMARY KEY (id)`,
  `alter table "rsshubPurchases" add constraint "rsshubPurchasesKey" PRIMARY KEY ("userId", "instanceId")`,
  `alter table "rsshubUses" add constraint "rsshubUses_pkey" PRIMARY KEY ("userId")`,
  `alter table "ruleActs" add constraint "ruleActsKey" PRIMARY KEY ("userId", "entryId", rule)`,
  `alter table "ruleProblems" add constraint "ruleProblemsKey" PRIMARY KEY ("userId", plugin, name)`,
  `alter table saves add constraint "savesKey" PRIMARY KEY ("userId", "entryId", plugin)`,
  `alter table "serverKeys" add constraint "serverKeys_pkey" PRIMARY KEY (name)`,
  `alter table session add constraint session_pkey PRIMARY KEY (id),
    add constraint session_token_key UNIQUE (token)`,
  `alter table settings add constraint "settingsKey" PRIMARY KEY ("userId", tab)`,
  `alter table sites add constraint sites_pkey PRIMARY KEY (site)`,
  `alter table "storyKeys" add constraint "storyKeys_pkey" PRIMARY KEY ("entryId")`,
  `alter table subscriptions add constraint "subscriptionsUserFeed" UNIQUE ("userId", "feedId"),
    add constraint subscriptions_pkey PRIMARY KEY (id)`,
  `alter table "syncNumbers" add constraint "syncNumbersKey" PRIMARY KEY ("userId", kind, name),
    add constraint "syncNumbersNumber" UNIQUE ("userId", kind, number)`,
  `alter table "tokenUses" add constraint "tokenUses_pkey" PRIMARY KEY (id)`,
  `alter table "twoFactor" add constraint "twoFactor_pkey" PRIMARY KEY (id)`,
  `alter table "usageConsents" add constraint "usageConsentsKey" PRIMARY KEY ("userId")`,
  `alter table "usageEvents" add constraint "usageEvents_pkey" PRIMARY KEY (id)`,
  `alter table "usedCodes" add constraint "usedCodesKey" PRIMARY KEY ("userId", counter)`,
  `alter table "user" add constraint user_email_key UNIQUE (email), add constraint user_handle_key UNIQUE (handle),
    add constraint user_pkey PRIMARY KEY (id)`,
  `alter table verification add constraint verification_pkey PRIMARY KEY (id)`,
  `alter table wallets add constraint wallets_address_key UNIQUE (address),
    add constraint wallets_pkey PRIMARY KEY ("userId")`,
  `alter table "webhookDeliveries" add constraint "webhookDeliveries_pkey" PRIMARY KEY (id)`,
  `create index "accountUser" ON account USING btree ("userId")`,
  `create index "achievementsType" ON achievements USING btree (type)`,
  `create index "actionRunsUser" ON "actionRuns" USING btree ("userId", "createdAt")`,
  `create index "agedEntriesByEntry" ON "agedEntries" USING btree ("entryId")`,
  `create index "aiReportsAsked" ON "aiReports" USING btree ("askedAt")`,
  `create index "aiTextsEntry" ON "aiTexts" USING btree ("entryId")`,
  `create index "appPasswordsUser" ON "appPasswords" USING btree ("userId")`,
  `create index "authorizationCodesUser" ON "authorizationCodes" USING btree ("userId")`,
  `create index "avatarsUser" ON avatars USING btree ("userId")`,
  `create index "boostsFeed" ON boosts USING btree ("feedId", "expiresAt")`,
  `create index "boostsUser" ON boosts USING btree ("userId")`,
  `create index "devicesUser" ON devices USING btree ("userId", channel)`,
  `create index "entriesFeedPublished" ON entries USING btree ("feedId", "publishedAt" DESC, id DESC)`,
  `create index "entriesInserted" ON entries USING btree ("insertedAt")`,
  `create index "entriesPublished" ON entries USING btree ("publishedAt" DESC, id DESC, "feedId")`,
  `create index "entryActionsBlocked" ON "entryActions" USING btree ("userId", "entryId") WHERE (blocked = 1)`,
  `create index "entryActionsEntry" ON "entryActions" USING btree ("entryId")`,
  `create index "entryDeletionsByFeed" ON "entryDeletions" USING btree ("feedId")`,
  `create index "entryDeletionsByTime" ON "entryDeletions" USING btree ("deletedAt", "entryId")`,
  `create index "entryLabelsByEntry" ON "entryLabels" USING btree ("entryId", "userId")`,
  `create index "entryLabelsByUser" ON "entryLabels" USING btree ("userId")`,
  `create index "failedAttemptsFullUntil" ON "failedAttempts" USING btree ("fullUntil")`,
  `create index "feedFetchesByFeed" ON "feedFetches" USING btree ("feedId", at)`,
  `create index "feedRequestsByAddress" ON "feedRequests" USING btree ("userId", address)`,
  `create index "feedsDue" ON feeds USING btree (gone, "nextFetchAt")`,
  `create index "highlightsByEntry" ON highlights USING btree ("entryId", "userId")`,
  `create index "highlightsByTime" ON highlights USING btree ("userId", "createdAt", id)`,
  `create index "hubsAsk" ON hubs USING btree ("askAt")`,
  `create index "importsUser" ON imports USING btree ("userId", "createdAt")`,
  `create index "inboxesUser" ON inboxes USING btree ("userId")`,
  `create index "invitationsFrom" ON invitations USING btree ("fromUserId", "createdAt")`,
  `create index "invitationsTo" ON invitations USING btree ("toUserId")`,
  `create index "jobsDue" ON jobs USING btree (queue, "runAt")`,
  `create index "jobsUser" ON jobs USING btree ("userId")`,
  `create index "listFeedsFeed" ON "listFeeds" USING btree ("feedId")`,
  `create index "listPurchasesList" ON "listPurchases" USING btree ("listId")`,
  `create index "listSubscriptionsList" ON "listSubscriptions" USING btree ("listId")`,
  `create index "listsOwner" ON lists USING btree ("ownerUserId")`,
  `create index "noticesAt" ON notices USING btree (at)`,
  `create index "passkeyCredential" ON passkey USING btree ("credentialID")`,
  `create index "passkeyUser" ON passkey USING btree ("userId")`,
  `create index "positionsByTime" ON positions USING btree ("userId", at)`,
  `create index "positionsEntry" ON positions USING btree ("entryId")`,
  `create index "powerPostingsAccount" ON "powerPostings" USING btree (account, whole, middle, low)`,
  `create index "powerTransactions_fromUserId" ON "powerTransactions" USING btree ("fromUserId", "position")`,
  `create index "powerTransactions_toFeedId" ON "powerTransactions" USING btree ("toFeedId", "position")`,
  `create index "powerTransactions_toUserId" ON "powerTransactions" USING btree ("toUserId", "position")`,
  `create index "readCountsFeed" ON "readCounts" USING btree ("feedId")`,
  `create index "readsBatch" ON reads USING btree ("userId", batch)`,
  `create index "rsshubUsesInstance" ON "rsshubUses" USING btree ("instanceId")`,
  `create index "ruleActsEntry" ON "ruleActs" USING btree ("entryId")`,
  `create index "ruleActsRun" ON "ruleActs" USING btree ("userId", run)`,
  `create index "savesEntry" ON saves USING btree ("entryId")`,
  `create index "sessionUser" ON session USING btree ("userId")`,
  `create index "storyKeysByAddress" ON "storyKeys" USING btree (address, "publishedAt") WHERE (address IS NOT NULL)`,
  `create index "storyKeysByTitle" ON "storyKeys" USING btree (title, "publishedAt") WHERE (title IS NOT NULL)`,
  `create index "subscriptionsFeed" ON subscriptions USING btree ("feedId")`,
  `create index "tokenUsesByTime" ON "tokenUses" USING btree ("userId", at)`,
  `create index "twoFactorUser" ON "twoFactor" USING btree ("userId")`,
  `create index "usageEventsAt" ON "usageEvents" USING btree (at)`,
  `create index "usageEventsUser" ON "usageEvents" USING btree ("userId", at)`,
  `create index "verificationIdentifier" ON verification USING btree (identifier)`,
  `create index "webhookDeliveriesEntry" ON "webhookDeliveries" USING btree ("entryId")`,
  `create index "webhookDeliveriesUser" ON "webhookDeliveries" USING btree ("userId", "createdAt")`,
  `alter table session
    add constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table account
    add constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "feedAliases"
    add constraint "feedAliases_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table "feedFetches"
    add constraint "feedFetches_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table entries
    add constraint "entries_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table "entryContents"
    add constraint "entryContents_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "entryReadability"
    add constraint "entryReadability_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table subscriptions
    add constraint "subscriptions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "subscriptions_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table collections
    add constraint "collections_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "collections_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table settings
    add constraint "settings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table imports
    add constraint "imports_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "importLines"
    add constraint "importLines_importId_fkey" FOREIGN KEY ("importId") REFERENCES imports(id) ON DELETE CASCADE`,
  `alter table answered
    add constraint "answered_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "pluginSettings"
    add constraint "pluginSettings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table hubs add constraint "hubs_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table "twoFactor"
    add constraint "twoFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "usedCodes"
    add constraint "usedCodes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table passkey
    add constraint "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table avatars
    add constraint "avatars_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table devices
    add constraint "devices_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table notices
    add constraint "notices_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "usageConsents"
    add constraint "usageConsents_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "usageEvents"
    add constraint "usageEvents_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table lists
    add constraint "lists_ownerUserId_fkey" FOREIGN KEY ("ownerUserId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "listFeeds"
    add constraint "listFeeds_listId_fkey" FOREIGN KEY ("listId") REFERENCES lists(id) ON DELETE CASCADE,
    add constraint "listFeeds_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table "listSubscriptions"
    add constraint "listSubscriptions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "listSubscriptions_listId_fkey" FOREIGN KEY ("listId") REFERENCES lists(id) ON DELETE CASCADE`,
  `alter table "listPurchases"
    add constraint "listPurchases_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "listPurchases_listId_fkey" FOREIGN KEY ("listId") REFERENCES lists(id) ON DELETE CASCADE`,
  `alter table feeds
    add constraint "feeds_inboxUserId_fkey" FOREIGN KEY ("inboxUserId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table inboxes
    add constraint "inboxes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "inboxes_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table actions
    add constraint "actions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "entryActions"
    add constraint "entryActions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "entryActions_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "ruleActs"
    add constraint "ruleActs_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "ruleActs_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "actionRuns"
    add constraint "actionRuns_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "webhookDeliveries"
    add constraint "webhookDeliveries_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "webhookDeliveries_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "aiTexts"
    add constraint "aiTexts_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "aiReports"
    add constraint "aiReports_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "aiUsage"
    add constraint "aiUsage_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "rsshubInstances"
    add constraint "rsshubInstances_ownerUserId_fkey" FOREIGN KEY ("ownerUserId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "rsshubUses"
    add constraint "rsshubUses_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "rsshubUses_instanceId_fkey" FOREIGN KEY ("instanceId") REFERENCES "rsshubInstances"(id) ON DELETE CASCADE`,
  `alter table "rsshubPurchases"
    add constraint "rsshubPurchases_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "rsshubPurchases_instanceId_fkey" FOREIGN KEY ("instanceId") REFERENCES "rsshubInstances"(id) ON DELETE CASCADE`,
  `alter table "appPasswords"
    add constraint "appPasswords_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "syncNumbers"
    add constraint "syncNumbers_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "powerPostings"
    add constraint "powerPostings_position_fkey" FOREIGN KEY ("position") REFERENCES "powerTransactions"("position")`,
  `alter table wallets
    add constraint "wallets_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "powerStandings"
    add constraint "powerStandings_day_fkey" FOREIGN KEY (day) REFERENCES "powerDays"(day) ON DELETE CASCADE,
    add constraint "powerStandings_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "powerAirdrops"
    add constraint "powerAirdrops_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table boosts
    add constraint "boosts_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE,
    add constraint "boosts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table achievements
    add constraint "achievements_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table invitations
    add constraint "invitations_fromUserId_fkey" FOREIGN KEY ("fromUserId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "feedIcons"
    add constraint "feedIcons_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table "privateFeeds"
    add constraint "privateFeeds_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table positions
    add constraint "positions_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "positions_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table saves
    add constraint "saves_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "saves_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "installedPlugins"
    add constraint "installedPlugins_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "authorizationCodes"
    add constraint "authorizationCodes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "tokenUses"
    add constraint "tokenUses_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "feedRequests"
    add constraint "feedRequests_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE,
    add constraint "feedRequests_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table labels
    add constraint "labels_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "entryLabels"
    add constraint "entryLabels_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "entryLabels_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES labels(id) ON DELETE CASCADE,
    add constraint "entryLabels_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "pluginJobs"
    add constraint "pluginJobs_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "removedEntries"
    add constraint "removedEntries_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table highlights
    add constraint "highlights_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "highlights_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "ruleProblems"
    add constraint "ruleProblems_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "agedEntries"
    add constraint "agedEntries_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE,
    add constraint "agedEntries_entryId_fkey" FOREIGN KEY ("entryId") REFERENCES entries(id) ON DELETE CASCADE`,
  `alter table "pluginContacts"
    add constraint "pluginContacts_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "pluginCrashes"
    add constraint "pluginCrashes_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "ownRetentionRules"
    add constraint "ownRetentionRules_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE CASCADE`,
  `alter table "entryDeletions"
    add constraint "entryDeletions_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES feeds(id) ON DELETE CASCADE`,
  `alter table jobs
    add constraint "jobs_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"(id) ON DELETE SET NULL`,
  `create function "countEntries"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "feedCounts" select a."feedId", count(*) from added a group by a."feedId" order by a."feedId"
      on conflict ("feedId") do update set entries = "feedCounts".entries + excluded.entries;
    return null;
  end $$`,
  `create function "countReads"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$
  declare
    held bigint;
    orphans text[];
  begin
    perform 1 from "user" u where u.id in (select distinct a."userId" from added a) order by u.id for key share;
    get diagnostics held = row_count;
    if held < (select count(*) from (select distinct a."userId" from added a) n) then
      raise foreign_key_violation using message = 'a mark needs a person';
    end if;
    perform 1 from "feedCounts" c where c."feedId" in (select distinct coalesce(a."feedId", (select e."feedId" from entries e where e.id = a."entryId")) from added a)
      order by c."feedId" for key share;
    insert into "readCounts" select n."userId", n."feedId", count(*)
      from (select a."userId", coalesce(a."feedId", (select e."feedId" from entries e where e.id = a."entryId")) as "feedId" from added a) n where n."feedId" is not null
      group by n."userId", n."feedId" order by n."userId", n."feedId"
      on conflict ("userId", "feedId") do update set entries = "readCounts".entries + excluded.entries;
    orphans := array(select a."entryId" from added a where not exists
      (select 1 from entries e where e.id = a."entryId"));
    if cardinality(orphans) > 0 then
      delete from reads r using added a
        where r."userId" = a."userId" and r."entryId" = a."entryId" and a."entryId" = any(orphans);
      delete from "readCounts" c where c.entries = 0 and not exists (select 1 from feeds f where f.id = c."feedId");
    end if;
    return null;
  end $$`,
  `create function "forgetEntryText"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from "entryTexts" where "entryId" = old.id;
  delete from "entryTextsPending" where "entryId" = old.id;
    return null;
  end $$`,
  `create function "forgetReadingTime"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from "readingTimes" where "entryId" = old.id;
    return null;
  end $$`,
  `create function "forgetStoryKeys"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    delete from "storyKeys" where "entryId" = old.id;
    return null;
  end $$`,
  `create function "markPrivateFeeds"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "privateFeeds" select distinct a."feedId" from added a where a."isPrivate" = 1 order by a."feedId"
      on conflict ("feedId") do nothing;
    return null;
  end $$`,
  `create function "noteChangedTexts"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a.id from added a join former o on o.id = a.id
      where a.title is distinct from o.title or a.author is distinct from o.author
        or a.description is distinct from o.description
      order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "noteContents"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a."entryId" from added a order by a."entryId"
      on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "noteEntryTexts"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    insert into "entryTextsPending" select a.id from added a order by a.id on conflict ("entryId") do nothing;
    return null;
  end $$`,
  `create function "uncountEntries"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$ begin
    perform 1 from "feedCounts" c where c."feedId" in (select distinct g."feedId" from gone g)
      order by c."feedId" for update;
    perform 1 from gone g join "readCounts" c on c."feedId" = g."feedId"
      join reads r on r."userId" = c."userId" and r."entryId" = g.id
      order by r."userId", r."entryId" for update of r;
    update reads r set "feedId" = g."feedId" from gone g join "readCounts" c on c."feedId" = g."feedId"
      where r."userId" = c."userId" and r."entryId" = g.id and r."feedId" is null;
    delete from reads r using gone g join "readCounts" c on c."feedId" = g."feedId"
      where r."userId" = c."userId" and r."entryId" = g.id;
    update "feedCounts" set entries = "feedCounts".entries - n.entries
      from (select g."feedId", count(*) as entries from gone g group by g."feedId") n
      where "feedCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create function "uncountFeed"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    perform 1 from feeds where id = old.id for update;
    perform 1 from entries e where e."feedId" = old.id order by e.id for update;
    delete from entries where "feedId" = old.id;
    delete from "feedCounts" where "feedId" = old.id;
    delete from "readCounts" where "feedId" = old.id;
    return old;
  end $$`,
  `create function "uncountPerson"() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
    perform 1 from reads r where r."userId" = old.id order by r."entryId" for update;
    delete from reads where "userId" = old.id;
    delete from "readCounts" where "userId" = old.id;
    return null;
  end $$`,
  `create function "uncountReads"() RETURNS trigger
    LANGUAGE plpgsql
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET jit TO 'off'
    AS $$ begin
    perform 1 from "readCounts" k join (select distinct t."userId", coalesce(t."feedId", (select e."feedId" from entries e where e.id = t."entryId")) as "feedId" from taken t) n
      on n."userId" = k."userId" and n."feedId" = k."feedId" order by k."userId", k."feedId" for no key update of k;
    update "readCounts" set entries = "readCounts".entries - n.entries
      from (select m."userId", m."feedId", count(*) as entries
        from (select t."userId", coalesce(t."feedId", (select e."feedId" from entries e where e.id = t."entryId")) as "feedId" from taken t) m
        group by m."userId", m."feedId") n
      where "readCounts"."userId" = n."userId" and "readCounts"."feedId" = n."feedId";
    return null;
  end $$`,
  `create trigger "entriesCounted" AFTER INSERT ON entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countEntries"()`,
  `create trigger "entriesUncounted" AFTER DELETE ON entries REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "uncountEntries"()`,
  `create trigger "entryContentAdded" AFTER INSERT ON "entryContents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteContents"()`,
  `create trigger "entryContentChanged" AFTER UPDATE ON "entryContents" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteContents"()`,
  `create trigger "entryTextAdded" AFTER INSERT ON entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteEntryTexts"()`,
  `create trigger "entryTextChanged" AFTER UPDATE ON entries REFERENCING OLD TABLE AS former NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "noteChangedTexts"()`,
  `create trigger "entryTextRemoved" AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION "forgetEntryText"()`,
  `create trigger "feedsUncounted" BEFORE DELETE ON feeds FOR EACH ROW EXECUTE FUNCTION "uncountFeed"()`,
  `create trigger "peopleUncounted" AFTER DELETE ON "user" FOR EACH ROW EXECUTE FUNCTION "uncountPerson"()`,
  `create trigger "privateChanged" AFTER UPDATE ON subscriptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "markPrivateFeeds"()`,
  `create trigger "privateFollowed" AFTER INSERT ON subscriptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "markPrivateFeeds"()`,
  `create trigger "readingTimeRemoved" AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION "forgetReadingTime"()`,
  `create trigger "readsCounted" AFTER INSERT ON reads REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "countReads"()`,
  `create trigger "readsUncounted" AFTER DELETE ON reads REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION "uncountReads"()`,
  `create trigger "storyKeysRemoved" AFTER DELETE ON entries FOR EACH ROW EXECUTE FUNCTION "forgetStoryKeys"()`,
]
