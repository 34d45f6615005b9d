/** Saves a web page as an entry of the user's inbox of pages. */
import type { Input, Output } from '../../contract/calls.ts'
import type { InboxEntry } from '../../contract/inboxes.ts'
import { putIntoInbox } from '../actions/inbox.ts'
import { withoutCredentials } from '../feeds/fetch/credentials.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext } from '../http/routes.ts'
import { refuseWith } from '../parsing/parsing-error.ts'
import { addInbox, inboxByHandle } from '../storage/lists/inboxes.ts'
import type { InboxRow } from '../storage/schema.ts'
import { newInbox } from './new-inbox.ts'

export const INBOX_OF_PAGES = 'Saved pages'
/** Inboxes that the server creates, one of each for a user: saved pages, and copies of entries that no feed has here. */
const reserved = ['pages', 'copies'] as const
type ReservedInbox = (typeof reserved)[number]

/** Contains the user's id. */
const handleOf = (inbox: ReservedInbox, userId: string): string => `${inbox}-${userId}`

/** No user can create such an inbox. */
export const isReservedHandle = (handle: string): boolean =>
  reserved.some((inbox) => handle.startsWith(handleOf(inbox, '')))

/** Which of the user's reserved inboxes a handle names; null for others. */
export const reservedInbox = (userId: string, handle: string): ReservedInbox | null =>
  reserved.find((inbox) => handle === handleOf(inbox, userId)) ?? null

/** @throws Refusal inboxPermissionDenied where another user had taken the handle before it was reserved */
export async function savePage(
  context: RequestContext,
  { url, title, inboxTitle }: Input<'inboxes.savePage'>,
): Promise<Output<'inboxes.savePage'>['data']> {
  const page = new URL(url)
  page.hash = ''
  const address = withoutCredentials(page.href)
  const inbox = await inboxOfPages(context, inboxTitle ?? INBOX_OF_PAGES)
  const { problem, ...text } = await readPage(context, page.href)
  const entry: InboxEntry = {
    guid: address,
    url: address,
    publishedAt: new Date(context.now()).toISOString(),
    ...text,
    title: text.title || title || address,
  }
  const draft = await context.parsing.parse('inboxEntry', entry).catch(refuseWith('unprocessable'))
  await putIntoInbox(context, inbox, { draft, read: false })
  return { handle: inbox.handle, title: draft.title ?? address, problem }
}

type PageText = Pick<InboxEntry, 'title' | 'content' | 'description' | 'author' | 'language'>

/** Saves the address of a page that cannot be read. */
async function readPage(
  { feeds, user }: RequestContext,
  url: string,
): Promise<PageText & { readonly problem: string | null }> {
  try {
    const article = await feeds.readPage(url, user.id)
    if (!article) return { problem: 'The page has no article.' }
    const { title, content, excerpt, byline, lang } = article
    return { title, content, description: excerpt, author: byline, language: lang, problem: null }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problem: error.reason ?? error.message }
  }
}

/** As {@link ensureReservedInbox}, of saved pages. */
export const inboxOfPages = (context: RequestContext, title: string): Promise<InboxRow> =>
  ensureReservedInbox(context, 'pages', title)

/** A reserved inbox of the user, created if it does not exist. @throws Refusal inboxPermissionDenied */
export async function ensureReservedInbox(
  context: RequestContext,
  inbox: ReservedInbox,
  title: string,
): Promise<InboxRow> {
  const { user, storage } = context
  const handle = handleOf(inbox, user.id)
  const found = await inboxByHandle(storage, handle)
  // Another request may have created it meanwhile.
  if (!found) await addInbox(storage, newInbox(context, { handle, title }), async () => {})
  const row = found ?? (await inboxByHandle(storage, handle))
  if (row?.userId !== user.id) throw new Refusal('inboxPermissionDenied')
  return row
}
