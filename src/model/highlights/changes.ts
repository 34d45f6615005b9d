/** Changes of highlights and notes, as optimistic mutations that can be undone. */
import type { HighlightColor } from '../../contract/limits.ts'
import { defineMutation } from '../outbox/define-mutation.ts'
import type { UserHighlight } from './tables.ts'

type CreateArgs = { readonly highlight: UserHighlight }
/** Also restores a deleted one. */
export const createHighlight = defineMutation<CreateArgs, unknown>({
  name: 'highlights.create',
  resource: 'highlights',
  updates: ({ highlight }) => ({
    highlights: (rows) => (rows.has(highlight.id) ? null : { [highlight.id]: highlight }),
  }),
  effect: ({ highlight }) => ({ do: 'highlightPut', entryId: highlight.entryId, highlight }),
  send: (api, { highlight }, { id: idempotencyKey }) => {
    const { id, entryId, quote, position, color, note, createdAt } = highlight
    return api.highlights.create(
      { id, entryId, quote, position, color, note, createdAt: new Date(createdAt).toISOString() },
      { idempotencyKey },
    )
  },
  inverse: ({ highlight: { id, entryId } }) => ({
    name: 'highlights.delete',
    args: { id, entryId } satisfies DeleteArgs,
  }),
  describe: ({ highlight }) => ({
    key: highlight.quote === null ? 'app:undo.noted' : 'app:undo.highlighted',
    many: 'app:undo.highlightsCreated',
    values: { text: excerptOf(highlight), count: 1 },
  }),
})

export type UpdateArgs = {
  readonly id: string
  readonly entryId: string
  readonly color?: HighlightColor
  readonly note?: string | null
}
/** Changes the colour or the note; absent fields are unchanged. */
export const updateHighlight = defineMutation<UpdateArgs, unknown>({
  name: 'highlights.update',
  resource: 'highlights',
  updates: ({ id, color, note }) => ({
    highlights: (rows) => {
      const row = rows.get(id)
      if (!row) return null
      const next = {
        ...row,
        ...(color !== undefined && { color }),
        ...(note !== undefined && { note }),
      }
      return next.color === row.color && next.note === row.note ? null : { [id]: next }
    },
  }),
  effect: (args) => ({ do: 'highlightChange', ...args }),
  send: (api, { entryId: _, ...input }, { id: idempotencyKey }) =>
    api.highlights.update(input, { idempotencyKey }),
  inverse: ({ id, entryId, color, note }, { rows }) => {
    const row = rows.highlights?.get(id)
    if (!row) return null
    const args: UpdateArgs = {
      id,
      entryId,
      ...(color !== undefined && { color: row.color }),
      ...(note !== undefined && { note: row.note }),
    }
    return { name: 'highlights.update', args }
  },
  describe: ({ id, note }, { rows }) => ({
    key: note === undefined ? 'app:undo.highlightRecolored' : 'app:undo.noteChanged',
    values: { text: excerptOf(rows.highlights?.get(id)), count: 1 },
  }),
})

export type DeleteArgs = { readonly id: string; readonly entryId: string }
export const deleteHighlight = defineMutation<DeleteArgs, unknown>({
  name: 'highlights.delete',
  resource: 'highlights',
  updates: ({ id }) => ({ highlights: (rows) => (rows.has(id) ? { [id]: null } : null) }),
  effect: ({ id, entryId }) => ({ do: 'highlightDelete', id, entryId }),
  send: (api, { id }, { id: idempotencyKey }) => api.highlights.delete({ id }, { idempotencyKey }),
  announced: true,
  inverse: ({ id }, { rows }) => {
    const highlight = rows.highlights?.get(id)
    return highlight ? { name: 'highlights.create', args: { highlight } satisfies CreateArgs } : null
  },
  describe: ({ id }, { rows }) => {
    const row = rows.highlights?.get(id)
    return {
      key: row?.quote === null ? 'app:undo.noteDeleted' : 'app:undo.highlightDeleted',
      many: 'app:undo.highlightsDeleted',
      values: { text: excerptOf(row), count: 1 },
    }
  },
})

/** Characters of a highlight in the title of a change. */
const EXCERPT = 60

/** The beginning of the quotation, or of the note on an entry. */
export function excerptOf(highlight: Pick<UserHighlight, 'quote' | 'note'> | undefined): string {
  const text = (highlight?.quote?.exact ?? highlight?.note ?? '').replaceAll(/\s+/gu, ' ').trim()
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd().toWellFormed()}…` : text
}
