type Refusal = readonly [code: number, status: number, message: string]

/** Those that the first script of the browser tells from others, which does not hold the catalogue. */
export const invalidInvitation = [1003, 400, 'Invalid invitation'] as const satisfies Refusal
export const invalidTwoFactorCode = [4007, 400, 'Invalid two factor code'] as const satisfies Refusal
export const twoFactorCodeRequired = [4008, 400, 'Two factor code required'] as const satisfies Refusal

/**
 * The error catalogue: every refusal of the server.
 * Key → [code, HTTP status, English message]. Source: spec 8 (codes, messages), wire-contract 1.5 (statuses).
 * Translations live in locales/<language>/errors.json under the code.
 */
export const errorCatalogue = {
  previousNotCompleted: [1, 429, 'Previous operation is not completed'],
  unprocessable: [3, 422, 'Unprocessable content'],
  notFound: [6, 404, 'Not found'],
  unauthorized: [1000, 401, 'Unauthorized'],
  createSessionFailed: [1001, 500, 'Create session failed'],
  invalidParameter: [1002, 400, 'Invalid parameter'],
  invalidInvitation,
  noPermission: [1004, 403, 'No permission'],
  internal: [1005, 500, 'Internal error'],
  emailNotVerified: [1006, 400, 'Email not verified'],
  captchaFailed: [1007, 400, 'Captcha verification failed'],
  trialFeedLimit: [1100, 400, 'Trial user max feed subscription exceeded'],
  trialListLimit: [1101, 400, 'Trial user max list subscription exceeded'],
  trialInboxLimit: [1102, 400, 'Trial user max inbox subscription exceeded'],
  trialNoPermission: [1103, 403, 'Trial user no permission'],
  onlyAdminsRefresh: [2000, 403, 'Only admins can refresh feeds'],
  feedNotFound: [2001, 404, 'Feed not found'],
  feedIdOrUrlRequired: [2002, 422, 'feedId or url required'],
  feedFetchError: [2003, 400, 'Feed fetch error'],
  feedParseError: [2004, 400, 'Feed failed to parse'],
  ownershipChallengeFailed: [2010, 400, 'Ownership challenge failed'],
  subscriptionLimit: [2011, 400, 'Subscription limit exceeded'],
  entryNotFound: [3000, 404, 'Entry not found'],
  invalidTwoFactorCode,
  twoFactorCodeRequired,
  invitationLimit: [5000, 400, 'Invitation limit exceeded, try again in a few days'],
  invitationExists: [5001, 400, 'Invitation already exists'],
  invitationUsed: [5002, 400, 'Invitation code already used'],
  invitationNotFound: [5003, 404, 'Invitation code does not exist'],
  userNotFound: [6000, 404, 'User not found'],
  settingNotFound: [7000, 404, 'Setting not found'],
  invalidSettingTab: [7001, 400, 'Invalid setting tab'],
  invalidSettingPayload: [7002, 400, 'Invalid setting payload'],
  settingPayloadTooLarge: [7003, 413, 'Setting payload too large'],
  listNotFound: [8000, 404, 'List not found'],
  listPermissionDenied: [8001, 403, 'List permission denied'],
  listLimit: [8002, 400, 'List limit exceeded'],
  feedAlreadyInList: [8003, 400, 'Feed already added to list'],
  listHasSubscriptions: [8004, 400, 'Cannot delete a list with subscriptions'],
  inboxNotFound: [10000, 404, 'Inbox not found'],
  inboxExists: [10001, 400, 'Inbox already exists'],
  inboxLimit: [10002, 400, 'Inbox limit exceeded'],
  inboxPermissionDenied: [10003, 403, 'Inbox permission denied'],
  actionLimit: [12000, 400, 'Action limit exceeded'],
  invalidFile: [14000, 400, 'Invalid file'],
  fileTooLarge: [14001, 413, 'File too large'],
  uploadFailed: [14002, 500, 'Upload failed'],
  // 400 for all three: clients repeat the request after any other status, and each time would cost a call of the model.
  aiNotSetUp: [15000, 400, 'No language model is set up on this server'],
  aiQuotaExceeded: [15001, 400, "Today's requests to the language model are used up"],
  aiFailed: [15002, 400, 'The language model did not answer'],
  // ours: far from the contract's numbers, to which newer versions of it may add.
  pluginUnreadable: [96001, 400, 'This is not a plugin that can be installed here'],
  pluginUnreachable: [96002, 400, 'The plugin could not be fetched'],
  pluginChanged: [96003, 400, 'The plugin is not the one that was shown'],
  pluginExists: [96004, 400, 'There is a plugin of this name already'],
  catalogueUnreadable: [96005, 400, 'This is not a catalogue of plugins'],
  catalogueSignature: [96006, 400, 'The signature of the catalogue is wrong'],
  catalogueKeyChanged: [96007, 400, 'The catalogue is signed with another key than before'],
  catalogueOlder: [96008, 400, 'The catalogue is older than the one that was seen before'],
  catalogueFileChanged: [96009, 400, 'The plugin is not the one that the catalogue lists'],
  tooManyCatalogues: [96010, 400, 'There are too many catalogues'],
  pluginHasNoPrevious: [96011, 400, 'There is no version before this one'],
  tooManyPlugins: [96012, 400, 'There are too many installed plugins'],
  labelNotFound: [97001, 404, 'Label not found'],
  labelExists: [97002, 400, 'There is a label of this name already'],
  labelLimit: [97003, 400, 'Label limit exceeded'],
  highlightNotFound: [97004, 404, 'Highlight not found'],
  highlightLimit: [97005, 400, 'Highlight limit exceeded'],
  highlightEmpty: [97006, 400, 'A highlight needs a text, and a note needs words'],
  accountFull: [97007, 400, 'The account has no room left'],
  feedNotShareable: [97009, 400, 'Only feeds that anyone may follow can be shared'],
  sharedFolderLimit: [97010, 400, 'Shared folder limit exceeded'],
  sharedInvitationOver: [97011, 404, 'The invitation is over, or was used already'],
  queryNotRanked: [97008, 400, 'Entries could not be compared'],
  passwordRequired: [90401, 400, 'Your password is needed'],
  invalidPassword: [90402, 400, 'Invalid password'],
  recentSignInRequired: [90403, 400, 'Sign in again to do this'],
  confirmationRequired: [90428, 428, 'Confirmation required'],
  misdirected: [90421, 421, 'This server does not answer to that name'],
  tooManyAttempts: [90429, 429, 'Too many failed attempts, try again later'],
  storageFull: [90507, 507, 'The server has no room left to keep this'],
  privateFeedInList: [98005, 400, 'A feed that is followed privately would be shown to others'],
  feeWithoutPayments: [98006, 400, 'Nothing costs anything on this server'],
} as const satisfies Record<string, Refusal>

/** The name of a refusal in the catalogue. */
export type ErrorKey = keyof typeof errorCatalogue

/**
 * The body of every error response. `reason` says in words what is wrong with this request; `data.position` is where a
 * query (src/contract/query) cannot be read, in UTF-16 code units; with `data.confirmation` a call that
 * deletes is sent again (confirmation.ts); `data.words` is why a plugin did not rank the entries of a query.
 */
export type ErrorBody = {
  readonly code: number
  readonly message: string
  readonly reason?: string
  readonly data?: { readonly position: number } | { readonly confirmation: string } | PluginReason
}

/** Why a plugin refused: a key of its locales, or of the reader's, which then has a namespace or begins with `outside` or `plugin`. */
export type PluginReason = {
  /** null: the reader itself. */
  readonly plugin: string | null
  readonly words: {
    readonly key: string
    readonly values?: Readonly<Record<string, string | number>>
    readonly reason?: string
  }
}

/** The catalogue entry of a code, or undefined for a code we do not know. */
export const errorKeyOf = (code: number): ErrorKey | undefined =>
  (Object.keys(errorCatalogue) as ErrorKey[]).find((key) => errorCatalogue[key][0] === code)
