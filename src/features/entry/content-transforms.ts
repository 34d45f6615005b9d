/** What the transforms of features make of the open entry's content, before it is sanitised and shown. */
import { attach, combine, createEvent, createStore, sample, scopeBind } from 'effector'
import type { Clock } from '../../core/index.ts'
import { $currentEntry, $readerView, type CurrentEntry } from '../../model/entries/index.ts'
import { errorNotified } from '../../model/app/index.ts'
import { $services } from '../../model/services.ts'
import type { ContentTransform } from '../feature.ts'
import { $contentTransforms } from '../registry.ts'
import { htmlOfText } from './html-of-text.ts'

/** Time that one transform has for one entry. */
const LIMIT_MS = 2000
/** Transformed contents that are remembered: the open entry and those to go back to. */
const MAX_CONTENTS = 12

type Transformed = {
  readonly source: string
  readonly html: string
  readonly transforms: readonly ContentTransform[]
}
type Skipped = { readonly transform: ContentTransform; readonly error: unknown }

class TooSlow extends Error {}

/** A transform failed, so that the entry is shown without it. */
const skipped = createEvent<Skipped>()

const $untransformed = combine($currentEntry, $readerView, (entry, readerView) => ({
  entry: entry?.summary ?? null,
  html: entry && shownHtml(entry, readerView),
}))
const transformFx = attach({
  source: { services: $services, transforms: $contentTransforms, untransformed: $untransformed },
  effect: async ({ services, transforms, untransformed: { entry, html } }): Promise<Transformed | null> => {
    const skip = scopeBind(skipped, { safe: true })
    if (!entry || !html) return null
    let result = html
    for (const transform of transforms) {
      try {
        // Each transforms what the one before has made.
        result = await transformed(transform, result, entry, services.clock)
      } catch (error) {
        skip({ transform, error })
      }
    }
    return { source: html, html: result, transforms }
  },
})

async function transformed(
  { applies, transform }: ContentTransform,
  html: string,
  entry: Parameters<ContentTransform['transform']>[1],
  clock: Clock,
): Promise<string> {
  const late = Promise.withResolvers<never>()
  const once = async () => ((await applies(entry)) ? transform(html, entry) : html)
  const cancel = clock.after(LIMIT_MS, () => late.reject(new TooSlow()))
  try {
    const result: unknown = await Promise.race([once(), late.promise])
    if (typeof result !== 'string') throw new TypeError('The content is not a text')
    return result
  } finally {
    cancel()
  }
}

const noContents: ReadonlyMap<string, string> = new Map()
/** By what they were made of; empty while no feature transforms. */
const $contents = createStore(noContents, { serialize: 'ignore' })
  .on($contentTransforms, () => noContents)
  .on(
    sample({
      clock: transformFx.doneData.filter({ fn: (done): done is Transformed => done !== null }),
      source: $contentTransforms,
      // The transforms are others by now.
      filter: (transforms, done) => done.transforms === transforms,
      fn: (_, done) => done,
    }),
    (contents, { source, html }) => new Map([...contents, [source, html] as const].slice(-MAX_CONTENTS)),
  )
/** Contents whose transforms have begun. */
const $begun = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' }).on(
  $contentTransforms,
  () => new Set(),
)
const wanted = sample({
  clock: [$untransformed, $contentTransforms],
  source: {
    untransformed: $untransformed,
    transforms: $contentTransforms,
    begun: $begun,
    contents: $contents,
  },
  filter: ({ untransformed: { html }, transforms, begun }) =>
    transforms.length > 0 && Boolean(html) && !begun.has(html ?? ''),
  fn: ({ untransformed }) => untransformed.html ?? '',
})
$begun.on(wanted, (begun, html) => new Set([...begun, html].slice(-MAX_CONTENTS)))
sample({ clock: wanted, fn: () => {}, target: transformFx })

/** Named once: the next entries would only repeat it. */
const $named = createStore<ReadonlySet<ContentTransform>>(new Set(), { serialize: 'ignore' })
const named = sample({
  clock: skipped,
  source: $named,
  filter: (known, { transform }) => !known.has(transform),
  fn: (_, one) => one,
})
$named.on(named, (known, { transform }) => new Set(known).add(transform))
sample({
  clock: named,
  fn: ({ transform: { titleKey }, error }) => ({
    key: error instanceof TooSlow ? 'app:entry.transformTooSlow' : 'app:entry.transformFailed',
    values: { title: titleKey },
    ...(!(error instanceof TooSlow) && { reason: error instanceof Error ? error.message : String(error) }),
  }),
  target: errorNotified,
})

/** What is shown of a content: itself until it is transformed. */
export const $transformedHtml = $contents.map(
  (contents) =>
    (html: string | null): string | null =>
      html === null ? null : (contents.get(html) ?? html),
)

/** The extracted article is requested and loaded. */
export function isExtracted({ content }: CurrentEntry, readerView: boolean): boolean {
  return readerView && content.readability.status === 'ready' && Boolean(content.readability.html)
}

/** The extracted article when loaded; before that and on failure the feed's content. A description is plain text. */
export function shownHtml(entry: CurrentEntry, readerView: boolean): string | null {
  const { summary, content } = entry
  if (isExtracted(entry, readerView)) return content.readability.html
  if (content.html || content.status === 'loading') return content.html || null
  return summary.description ? htmlOfText(summary.description) : null
}
