/** ours: an account as one file, and a file taken into an account. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { envelope } from './shapes.ts'

/** Content type of an account file: one JSON value per line, or the same compressed with gzip. */
const ACCOUNT_FILE_TYPE = 'application/jsonl'
/** Bytes of a file as it is sent. */
export const MAX_ACCOUNT_FILE = 512 * 1_048_576

const count = z.number().int()
/** What an import has added; a second one of the same file adds nothing. */
const added = z.object({
  feeds: count,
  lists: count,
  inboxes: count,
  labels: count,
  rules: count,
  /** Entries whose text is new on this server. */
  entries: count,
  reads: count,
  stars: count,
  highlights: count,
  plugins: count,
  /** Whether settings were added. */
  settings: z.boolean(),
})

const accountFileReport = z.object({
  added,
  /** Marks that wait for entries that their feeds do not have here, yet or any more. */
  waiting: count,
  /** Titles of lists of other users that are not on this server. */
  missingLists: z.array(z.string()),
  /** Addresses of feeds whose password or cookie has to be entered again. */
  missingPasswords: z.array(z.string()),
  /** Plugins from elsewhere that have to be installed again. */
  missingPlugins: z.array(z.string()),
  /** Why something was left out, in words. */
  problems: z.array(z.string()),
  /** What the exporting browser has added to the file. */
  browser: z.unknown(),
})
export type AccountFileReport = z.infer<typeof accountFileReport>

/** The bytes of a file: of a browser's file (a Blob), or as they arrive at the server. */
export type FileBytes = { readonly size: number; readonly type: string } | AsyncIterable<Uint8Array>

export const accountFilesCalls = {
  /**
   * Everything of the account, without what is secret: passwords and cookies of feeds, addresses of webhooks, keys and sign-ins
   * of plugins, addresses of inboxes, tokens and sessions.
   */
  'accountFiles.export': {
    input: z.object({}),
    output: z.string(),
    stream: true,
    answers: ACCOUNT_FILE_TYPE,
  },
  /**
   * Adds what a file has to the account: nothing is replaced, doubled or removed. The whole file is checked first; a refused one
   * changes nothing, and an interrupted import is completed by the same file.
   */
  'accountFiles.import': {
    body: 'stream',
    input: z.object({
      file: z.custom<FileBytes>((value) => typeof value === 'object' && value !== null),
      /** Use the proxies of the file, and ignore certificates where it says so. */
      routes: z.stringbool().optional(),
      /** Of the inbox for entries that no feed has here. */
      inboxTitle: z.string().max(200).optional(),
    }),
    output: envelope(accountFileReport),
  },
} as const satisfies Record<string, Call>
