/** Sharing the draft, and opening a link that shares a plugin: what it installs is shown first, as of a file. */
import { attach, createEvent, createStore, sample } from 'effector'
import { textCopied } from '../../model/browser-actions/index.ts'
import { errorNotified, notifyFailures } from '../../model/app/index.ts'
import { screenRequested } from '../../model/location/index.ts'
import { $services } from '../../model/services.ts'
import { $preview, previewRequested, type Preview } from '../installed/installed.ts'
import { isUnreachable } from '../run/is-unreachable.ts'
import { $draft, bundleOf } from './draft.ts'
import { stopRequested } from './run-draft.ts'
import { linkTo, readFragment } from './share-link.ts'

/** The user wants to install the draft. */
export const installDraftRequested = createEvent()
/** The user wants a link, which is copied. @param origin of the reader */
export const linkRequested = createEvent<string>()
export const fileRequested = createEvent()
/** A link was opened. @param fragment of its address */
export const linkOpened = createEvent<string>()

const fileOf = (draft: Parameters<typeof bundleOf>[0]): string | null => {
  const bundle = bundleOf(draft)
  return typeof bundle === 'string' ? null : JSON.stringify(bundle, null, 2)
}
const $file = $draft.map(fileOf)
/** The draft makes a plugin that can be shared and installed. */
export const $isComplete = $file.map((file) => file !== null)

sample({
  clock: installDraftRequested,
  source: $file,
  filter: (file) => file !== null,
  fn: (file) => ({ bundle: file ?? '' }),
  target: previewRequested,
})
// The installed one runs from then on.
sample({ clock: installDraftRequested, fn: () => {}, target: stopRequested })
sample({
  clock: installDraftRequested,
  fn: () => ({ path: '/settings/integration' }),
  target: screenRequested,
})

const linkFx = attach({
  source: { services: $services, file: $file },
  effect: async ({ services: { api }, file }, origin: string): Promise<string | null> => {
    if (file === null) throw new Error('The draft is not complete')
    // Hashed by the server, as for the one who installs it: browsers have no digest without a secure connection.
    const { data } = await api.plugins.preview({ bundle: file })
    return linkTo(origin, file, data.hash)
  },
})
sample({ clock: linkRequested, target: linkFx })
sample({ clock: linkFx.doneData.filterMap((link) => link ?? undefined), target: textCopied })
sample({
  clock: linkFx.doneData.filter({ fn: (link) => link === null }),
  fn: () => ({ key: 'app:plugin.workshop.tooLarge' }),
  target: errorNotified,
})
notifyFailures(linkFx.failData, { key: 'app:plugin.offline' })
/** The last link that was made; null where the draft has changed since. */
export const $link = createStore<string | null>(null)
  .on(linkFx.doneData, (_, link) => link)
  .reset($draft.updates)

const fileFx = attach({
  source: { services: $services, draft: $draft, file: $file },
  effect: ({ services: { platform }, draft, file }) => {
    if (file !== null) platform.download(`${draft.id}.json`, file)
  },
})
sample({ clock: fileRequested, target: fileFx })

/** Why a link was refused; the name is a part of the message's key. */
export type LinkProblem = 'unreadable' | 'changed' | 'offline'
const openFx = attach({
  source: $services,
  effect: async ({ api }, fragment: string): Promise<Preview | LinkProblem> => {
    const shared = await readFragment(fragment)
    if (!shared) return 'unreadable'
    const { bundle, hash } = shared
    try {
      const { data: preview } = await api.plugins.preview({ bundle })
      return preview.hash === hash ? { origin: { bundle }, preview } : 'changed'
    } catch (error) {
      return isUnreachable(error) ? 'offline' : 'unreadable'
    }
  },
})
sample({ clock: linkOpened, target: openFx })
const opened = openFx.doneData.filterMap((result) => (typeof result === 'string' ? undefined : result))
$preview.on(opened, (_, preview) => preview)
sample({ clock: opened, fn: () => ({ path: '/settings/integration' }), target: screenRequested })
export const $linkProblem = createStore<LinkProblem | null>(null)
  .on(openFx.doneData, (_, result) => (typeof result === 'string' ? result : null))
  .reset(linkOpened)
