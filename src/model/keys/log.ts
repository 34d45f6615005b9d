/** The last presses and their results. */
import { createEvent, createStore, sample } from 'effector'
import { notationOf, type PressReport } from '../../core/index.ts'
import { infoNotified } from '../app/events.ts'
import { keyUnowned, keyUntaken } from '../plugins/keys.ts'
import { $isVisitor } from '../session/index.ts'

const MAX_LOGGED_PRESSES = 20
export const keyPressed = createEvent<PressReport>()

/** Newest first. Plain typing in fields is not logged: it may be a password. */
export const $keyLog = createStore<readonly PressReport[]>([], { serialize: 'ignore' }).on(
  keyPressed.filter({ fn: ({ outcome }) => outcome !== 'field' && outcome !== 'composing' }),
  (log, report) => [report, ...log].slice(0, MAX_LOGGED_PRESSES),
)

/** Keys that were reported to do nothing, once per session each. */
const $reported = createStore<ReadonlySet<string>>(new Set(), { serialize: 'ignore' })
sample({ clock: keyPressed.filter({ fn: ({ outcome }) => outcome === 'nothing' }), target: keyUntaken })
const reported = sample({
  clock: keyUnowned,
  source: { known: $reported, isVisitor: $isVisitor },
  filter: ({ known, isVisitor }, report) =>
    !isVisitor && isWorthNoting(report) && !known.has(report.typed.join(' ')),
  fn: (_, report) => report,
})
$reported.on(reported, (known, { typed }) => new Set([...known, typed.join(' ')]))
sample({
  clock: reported,
  fn: ({ typed }) => ({
    key: 'app:keys.doesNothing',
    values: { keys: typed.map(notationOf).join(' ') },
    action: { title: 'app:keys.why', command: 'keys:why' },
  }),
  target: infoNotified,
})

/** A typed character in a pane, or keys that are bound elsewhere. Dialogs and menus have keys of their own. */
const isWorthNoting = ({ outcome, typed, area, inactive }: PressReport): boolean =>
  outcome === 'nothing' &&
  !['modal', 'menu', 'dropdown-menu', 'recording'].includes(area) &&
  typed.length > 0 &&
  (typed.at(-1)?.length === 1 || (inactive.length > 0 && isChord(typed.at(-1) ?? '')))
const isChord = (press: string): boolean => /control\+|meta\+/.test(press)
