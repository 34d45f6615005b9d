/** What the first list does not need, in the order in which a person will want it, so that its own first time is as quick as any. */
import { scopeBind, type Scope } from 'effector'
import i18next from 'i18next'
import { firstMomentsOver } from '../model/index.ts'
import { startPlugins } from '../plugin-host/index.ts'
import { fullTimeWords, preloadDialog, preloadIcons, preloadMenu } from '../ui/index.ts'
import { allWords } from './i18n.ts'

/** ms; how long the first moments with the list are. */
const PAUSE = 1500
/** ms */
const LATEST = 3000
const idle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(run, { timeout: LATEST })
    : setTimeout(run, LATEST / 5)

/** Called when the first list is seen. */
export function startLater(scope: Scope): void {
  idle(() => void startPlugins(scope))
  const over = scopeBind(firstMomentsOver, { scope })
  setTimeout(() => {
    idle(() => over())
    idle(() => void allWords())
    idle(() => void followSystem(scope))
    for (const load of [preloadIcons, preloadCleaner, preloadDialog, preloadMenu, preloadTimes]) idle(load)
    if (import.meta.env.PROD)
      idle(() => void import('./service-worker.ts').then((worker) => worker.becomeApp()))
  }, PAUSE)
}

async function followSystem(scope: Scope): Promise<void> {
  // Screens are called by words that are not there from the start.
  const [{ followBadge, followTitle }] = await Promise.all([import('./title.ts'), allWords()])
  followTitle(scope)
  followBadge(scope)
}

const preloadCleaner = () => void import('../features/entry/index.ts').then((entry) => entry.preloadCleaner())
/** The head of an entry says its time in full. */
const preloadTimes = () => void fullTimeWords(Date.now(), i18next.language)
