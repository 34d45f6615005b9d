import { randomBytes } from 'node:crypto'
import { nearTerms, type QueryAst } from '../../contract/query/ast.ts'
import { MAX_PUBLICATIONS, type Publication } from '../../contract/publications.ts'
import { Refusal } from '../http/refusal.ts'
import type { RequestContext, Routes } from '../http/routes.ts'
import { hashOfToken } from '../public-pages/publication.ts'
import { labelNamed } from '../storage/entries/labels.ts'
import {
  addPublication,
  changePublication,
  publicationsOf,
  removePublication,
  type StoredPublication,
} from '../storage/entries/publications.ts'
import type { Flag } from '../storage/schema.ts'
import { cleanName } from './clean-name.ts'
import { parsedQuery } from './selected-entries.ts'
import { iso } from './wire-feed.ts'

/** Public pages of the user's own. */
export const publicationsRoutes = {
  'publications.list': async (context) => ({
    data: (await publicationsOf(context.storage, context.user.id)).map((row) => toPublication(context, row)),
  }),

  'publications.create': async (context, { kind, name, title, withNotes, withInboxes }) => {
    const { storage, user, now, newId } = context
    const label = kind === 'label' ? await labelNamed(storage.db, user.id, name ?? '') : null
    if (kind === 'label' && !label) throw new Refusal('labelNotFound')
    if (kind === 'query') refuseRanked(parsedQuery(name ?? ''))
    const row = {
      id: newId(),
      userId: user.id,
      kind,
      labelId: label?.id ?? null,
      query: kind === 'query' ? (name ?? '') : null,
      title: titleOf(title),
      withNotes: flag(withNotes),
      withInboxes: flag(withInboxes),
      ...newAddress(context),
      createdAt: now(),
    }
    if (!(await addPublication(storage, row, MAX_PUBLICATIONS)))
      throw new Refusal('unprocessable', `There are ${MAX_PUBLICATIONS} public pages already.`)
    return { data: toPublication(context, { ...row, label: label?.name ?? null }) }
  },

  'publications.update': async ({ storage, user }, { id, title, withNotes, withInboxes }) => {
    const change = {
      ...(title !== undefined && { title: titleOf(title) }),
      ...(withNotes !== undefined && { withNotes: flag(withNotes) }),
      ...(withInboxes !== undefined && { withInboxes: flag(withInboxes) }),
    }
    if (!(await changePublication(storage, user.id, id, change))) throw new Refusal('notFound')
  },

  'publications.renew': async (context, { id }) => {
    const { storage, user } = context
    if (!(await changePublication(storage, user.id, id, newAddress(context)))) throw new Refusal('notFound')
    const row = (await publicationsOf(storage, user.id)).find((one) => one.id === id)
    if (!row) throw new Refusal('notFound')
    return { data: toPublication(context, row) }
  },

  'publications.delete': async ({ storage, user }, { id }) => {
    await removePublication(storage, user.id, id)
  },
} satisfies Routes

/** A page has no user who pays for what a plugin ranks, and without that it would be empty. */
function refuseRanked(query: QueryAst): void {
  const [near] = nearTerms(query)
  if (near) throw new Refusal('invalidParameter', `“${near.ranking}” works in searches, not on public pages.`)
}

const flag = (value: boolean): Flag => (value ? 1 : 0)

/** @throws Refusal invalidParameter where nothing is left of it */
function titleOf(title: string): string {
  const clean = cleanName(title)
  if (clean === null) throw new Refusal('invalidParameter', 'The page needs a title.')
  return clean
}

function newAddress({ secrets }: Pick<RequestContext, 'secrets'>) {
  const token = randomBytes(24).toString('base64url')
  return { hash: hashOfToken(token), token: secrets.close(token) }
}

/** A page whose address another server's secret has sealed has to be renewed. */
const toPublication = (
  { secrets }: Pick<RequestContext, 'secrets'>,
  { id, kind, label, query, title, withNotes, withInboxes, token, createdAt }: StoredPublication,
): Publication => ({
  id,
  kind,
  name: kind === 'label' ? label : query,
  title,
  withNotes: withNotes === 1,
  withInboxes: withInboxes === 1,
  path: `/share/p/${secrets.open(token) ?? ''}`,
  createdAt: iso(createdAt),
})
