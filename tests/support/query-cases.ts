/** The table of cases of the query language in a server's database. */
import {
  CASE_INBOX,
  CASE_LIST,
  caseSources,
  type CaseEntry,
  type CaseSource,
  type CaseSourceName,
} from '../../src/contract/query/cases.ts'
import { foldText } from '../../src/contract/query/fold-text.ts'
import { addLabel } from '../../src/server/storage/entries/entry-labels.ts'
import { insertHighlight } from '../../src/server/storage/entries/highlights.ts'
import { addInbox } from '../../src/server/storage/lists/inboxes.ts'
import { addList } from '../../src/server/storage/lists/lists.ts'
import type { Storage } from '../../src/server/storage/open.ts'
import { NOON, seedEntries, seedFeed, seedSubscription } from './library.ts'
import { testId } from './storage.ts'

/** The subscriptions of the user of the cases. @returns the ids of the feeds by name, `gone` for one without followers */
export async function seedCaseSources(storage: Storage, userId: string): Promise<Record<string, string>> {
  const ids: Record<string, string> = { gone: await seedFeed(storage, { title: 'Gone' }) }
  for (const [name, source] of Object.entries(caseSources) as [CaseSourceName, CaseSource][]) {
    if (source.kind === 'inbox') {
      const feedId = `inbox-${userId}`
      const row = { handle: CASE_INBOX, userId, feedId, secret: 'secret', title: source.title }
      await addInbox(storage, { ...row, createdAt: NOON })
      ids[name] = feedId
      continue
    }
    const feedId = await seedFeed(storage, { title: source.title })
    ids[name] = feedId
    if (source.kind === 'feed')
      await seedSubscription(storage, userId, feedId, {
        view: source.view,
        category: source.folder ?? null,
        title: source.ownTitle ?? null,
      })
  }
  const list = { ...CASE_LIST, ownerUserId: userId, view: 0, fee: 0, description: null, image: null }
  await addList(storage, { ...list, createdAt: NOON, updatedAt: NOON })
  const tagged = Object.entries<CaseSource>(caseSources).flatMap(([name, { tags }]) =>
    tags ? [[ids[name] ?? '', tags]] : [],
  )
  await storage.db
    .insertInto('settings')
    .values({
      userId,
      tab: 'general',
      payload: JSON.stringify({ feedTags: Object.fromEntries(tagged) }),
      updatedAt: NOON,
    })
    .execute()
  await storage.db
    .insertInto('listFeeds')
    .values({ listId: CASE_LIST.id, feedId: ids['listed'] ?? '', addedAt: NOON })
    .execute()
  return ids
}

/** Stores entries with the user's marks. */
export async function seedCaseEntries(
  storage: Storage,
  userId: string,
  feedIds: Readonly<Record<string, string>>,
  entries: readonly CaseEntry[],
): Promise<void> {
  const { db } = storage
  for (const entry of entries) {
    const {
      id,
      source,
      content,
      media,
      attachments,
      read,
      starred,
      labels,
      highlighted,
      notes,
      transcript,
      ...rest
    } = entry
    const feedId = feedIds[source ?? 'gone'] ?? ''
    await seedEntries(storage, feedId, [
      {
        ...rest,
        id,
        media: JSON.stringify(media),
        attachments: JSON.stringify(attachments),
        ...(content !== null && { content }),
      },
    ])
    if (transcript !== null)
      await db
        .insertInto('episodeFiles')
        .values({
          entryId: id,
          kind: 'transcript',
          url: '',
          value: '',
          words: foldText(transcript),
          fetchedAt: NOON,
        })
        .execute()
    if (read)
      await db
        .insertInto('reads')
        .values({ userId, entryId: id, readAt: NOON, batch: null, feedId })
        .execute()
    if (starred)
      await db.insertInto('collections').values({ userId, entryId: id, view: 0, createdAt: NOON }).execute()
    for (const name of labels)
      await addLabel(storage, userId, { name, entryIds: [id] }, { now: NOON, newId: testId })
    for (const row of highlightsOfCase({ highlighted, notes })) {
      const { title } = rest
      await insertHighlight(storage, userId, { ...row, id: testId(), entryId: id, title }, NOON)
    }
  }
}

function highlightsOfCase({ highlighted, notes }: Pick<CaseEntry, 'highlighted' | 'notes'>) {
  const row = {
    prefix: '',
    suffix: '',
    startOffset: null,
    endOffset: null,
    color: 'yellow' as const,
    createdAt: NOON,
  }
  const [first = null, ...others] = highlighted ? notes : [null, ...notes]
  return [
    ...(highlighted ? [{ ...row, exact: 'a quotation', note: first }] : []),
    ...others.map((note) => ({ ...row, exact: null, note })),
  ]
}
