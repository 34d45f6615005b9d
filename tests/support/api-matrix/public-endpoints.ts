/** The server's endpoints outside the contract: public pages, and the two protocols of other readers. */
import { PASSWORD } from '../server.ts'
import { appPasswordOf, feverKeyOf, greaderOf, type RequestParameters } from '../sync.ts'
import { opml } from './reading.ts'
import type { Who, Fixtures } from './fixtures.ts'
import { MARK } from './row.ts'

export const everybody = ['ada', 'bob', 'tom', 'root'] as const satisfies readonly Who[]

/** The credentials of a user's other reader. */
export type Keys = { readonly token: string; readonly fever: string }

/** App passwords of all users, created for the matrix. */
export async function keysOf({ server, people, code }: Fixtures): Promise<Record<Who, Keys>> {
  // Ada has a second factor, the others only a password.
  const proof = { password: PASSWORD, TOTPCode: code() }
  const made = async (who: Who): Promise<[Who, Keys]> => {
    const user = people[who]
    const known = { user, password: await appPasswordOf(user, proof) }
    const { token } = await greaderOf(server, known, '')
    return [who, { token, fever: feverKeyOf(known) }]
  }
  return Object.fromEntries(await Promise.all(everybody.map(made))) as Record<Who, Keys>
}

/** A request of Google Reader's protocol, and its response to permitted users. */
export type ReaderRow = {
  readonly call: string
  readonly method?: 'POST'
  /** Accepts a form: also requested by GET, and with any token in the form. */
  readonly onlyReads?: true
  readonly parameters?: (world: Fixtures) => RequestParameters
  /** In place of the form. */
  readonly body?: (world: Fixtures) => Uint8Array<ArrayBuffer>
  /** Ada's response contains her private data. */
  readonly hasPrivateData?: true
  /** The status for other users who name Ada's data; 200 by default. */
  readonly others?: number
  readonly bad?: readonly {
    readonly label: string
    readonly parameters: RequestParameters
    readonly status: number
  }[]
}

const STATE = 'user/-/state/com.google'
const post = { method: 'POST' } as const
const streams: ReaderRow['bad'] = [
  { label: 'a stream that is none', parameters: { s: 'nonsense' }, status: 200 },
  { label: 'a page that is none', parameters: { c: 'tomorrow' }, status: 400 },
  { label: 'a number that is none', parameters: { n: '-1' }, status: 200 },
  { label: 'far too many', parameters: { n: '9999999999999999999' }, status: 200 },
  { label: 'times that are none', parameters: { ot: 'x', nt: '-5' }, status: 200 },
  { label: 'tags that are none', parameters: { xt: 'x', it: 'y' }, status: 200 },
]

export const readerRows: readonly ReaderRow[] = [
  { call: 'token' },
  { call: 'user-info' },
  { call: 'tag/list', hasPrivateData: true },
  { call: 'subscription/list', hasPrivateData: true },
  { call: 'subscription/export', hasPrivateData: true },
  { call: 'unread-count' },
  { call: 'preference/list' },
  { call: 'preference/stream/list' },
  {
    call: 'stream/contents',
    parameters: ({ secretFeed }) => ({ s: `feed/${secretFeed}` }),
    hasPrivateData: true,
    bad: streams,
  },
  {
    call: 'stream/items/ids',
    parameters: ({ secretFeed }) => ({ s: `feed/${secretFeed}`, n: '10' }),
    bad: streams,
  },
  { call: 'stream/items/count', parameters: ({ secretFeed }) => ({ s: `feed/${secretFeed}` }), bad: [] },
  {
    call: 'stream/items/contents',
    ...post,
    onlyReads: true,
    parameters: ({ secretEntry, inboxEntry, entry }) => ({ i: [secretEntry, inboxEntry, entry] }),
    hasPrivateData: true,
    bad: [
      { label: 'no entry', parameters: {}, status: 400 },
      { label: 'entries that are none', parameters: { i: ['x', '-1', 'tag:'] }, status: 200 },
      { label: 'too many', parameters: { i: Array.from({ length: 1001 }, String) }, status: 400 },
    ],
  },
  {
    call: 'edit-tag',
    ...post,
    parameters: ({ entry, secretEntry }) => ({
      i: [entry, secretEntry],
      a: [`${STATE}/read`, `${STATE}/starred`],
    }),
    bad: [
      { label: 'no entry', parameters: { a: `${STATE}/read` }, status: 400 },
      { label: 'an entry that is none', parameters: { i: 'x', a: `${STATE}/read` }, status: 400 },
      { label: 'a label without a name', parameters: { i: '1', a: 'user/-/label/' }, status: 400 },
      { label: 'a tag that is none', parameters: { i: '1', a: 'read' }, status: 400 },
    ],
  },
  {
    call: 'mark-all-as-read',
    ...post,
    parameters: ({ secretFeed }) => ({ s: `feed/${secretFeed}` }),
    bad: [
      { label: 'no stream', parameters: {}, status: 400 },
      { label: 'a stream that is none', parameters: { s: 'everything' }, status: 400 },
    ],
  },
  {
    call: 'subscription/edit',
    ...post,
    parameters: ({ secretFeed }) => ({ ac: 'edit', s: `feed/${secretFeed}`, a: `user/-/label/${MARK}` }),
    others: 400,
    bad: [
      { label: 'no stream', parameters: { ac: 'edit' }, status: 400 },
      { label: 'no known action', parameters: { ac: 'eat', s: 'feed/1' }, status: 400 },
      { label: 'a feed of nothing', parameters: { ac: 'unsubscribe', s: 'feed/1' }, status: 400 },
      { label: 'a feed of nothing, followed', parameters: { ac: 'subscribe', s: 'feed/1' }, status: 404 },
      { label: 'a folder', parameters: { ac: 'unsubscribe', s: 'user/-/label/A' }, status: 400 },
    ],
  },
  {
    call: 'subscription/quickadd',
    ...post,
    parameters: ({ fresh }) => ({ quickadd: `https://${fresh()}.example/feed` }),
    bad: [{ label: 'no address', parameters: {}, status: 400 }],
  },
  {
    call: 'subscription/import',
    ...post,
    body: ({ fresh }) => opml(`https://${fresh()}.example/feed`),
  },
  {
    call: 'rename-tag',
    ...post,
    parameters: () => ({ s: `user/-/label/${MARK}`, dest: `user/-/label/${MARK} new` }),
    others: 400,
    bad: [
      { label: 'no new name', parameters: { s: 'user/-/label/A' }, status: 400 },
      { label: 'no label', parameters: { dest: 'user/-/label/A' }, status: 400 },
      { label: 'a state', parameters: { s: `${STATE}/read`, dest: 'user/-/label/A' }, status: 400 },
    ],
  },
  {
    call: 'disable-tag',
    ...post,
    parameters: () => ({ s: `user/-/label/${MARK} new` }),
    others: 400,
    bad: [{ label: 'no label', parameters: {}, status: 400 }],
  },
]

/** The parameters of Fever, and those whose responses contain Ada's private data. */
export const feverParameters = [
  { word: 'groups', hasPrivateData: true },
  { word: 'feeds', hasPrivateData: true },
  { word: 'favicons', hasPrivateData: false },
  { word: 'items', hasPrivateData: true },
  { word: 'links', hasPrivateData: false },
  { word: 'unread_item_ids', hasPrivateData: false },
  { word: 'saved_item_ids', hasPrivateData: false },
] as const

export const feverMarks = ({ entry, secretEntry }: Fixtures): RequestParameters[] => [
  { mark: 'item', as: 'read', id: secretEntry },
  { mark: 'item', as: 'unread', id: entry },
  { mark: 'item', as: 'saved', id: secretEntry },
  { mark: 'item', as: 'unsaved', id: secretEntry },
  { mark: 'feed', as: 'read', id: '1', before: '9999999999' },
  { mark: 'group', as: 'read', id: '0', before: '9999999999' },
  { unread_recently_read: '1' },
]
