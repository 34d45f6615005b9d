/** What a finger that moves over a row means. */
import type { GeneralSettings, SwipeAction } from '../../contract/setting-defaults.ts'

/** px until it is clear whether it scrolls or swipes. */
const CLEAR = 10
/** px from which on letting go runs the action. */
const ARMED = 72
/** px from which on it is that of a far swipe. */
const FAR = 168
/** px at the sides of the window from where browsers go back and forward. */
const EDGE = 24

type SwipeSide = 'start' | 'end'
const commands: Readonly<Record<SwipeAction, string | null>> = {
  none: null,
  read: 'entry:read',
  star: 'entry:star',
  label: 'entry:label',
  open: 'entry:open-in-browser',
  share: 'entry:share',
  'read-above': 'entry:read-above',
}
type SwipeSettings = Pick<GeneralSettings, 'swipeRight' | 'swipeRightFar' | 'swipeLeft' | 'swipeLeftFar'>

/**
 * The command that letting go runs. Without one for a far swipe, it is that of a short one.
 * @returns null: none is set
 */
export function commandOfSwipe(
  { side, isFar }: Pick<Swipe, 'side' | 'isFar'>,
  settings: SwipeSettings,
): string | null {
  const [near, far] =
    side === 'start'
      ? [settings.swipeRight, settings.swipeRightFar]
      : [settings.swipeLeft, settings.swipeLeftFar]
  return (isFar ? commands[far] : null) ?? commands[near] ?? null
}

export type Swipe = {
  /** px; positive to the right. */
  readonly offset: number
  readonly side: SwipeSide
  readonly isArmed: boolean
  readonly isFar: boolean
}

/** Whether a swipe may begin at a place, in px from the left. */
export const mayBeginAt = (x: number, windowWidth: number): boolean => x >= EDGE && x <= windowWidth - EDGE

/**
 * @returns `undecided` while it may become either, null for a scroll
 */
export function swipeOf(dx: number, dy: number, isSwiping: boolean): Swipe | 'undecided' | null {
  if (!isSwiping) {
    if (Math.max(Math.abs(dx), Math.abs(dy)) < CLEAR) return 'undecided'
    if (Math.abs(dx) < Math.abs(dy) * 1.5) return null
  }
  return {
    offset: resisted(dx),
    side: dx > 0 ? 'start' : 'end',
    isArmed: Math.abs(dx) >= ARMED,
    isFar: Math.abs(dx) >= FAR,
  }
}

/** Beyond the point from which on it is armed, the row follows more slowly. */
const resisted = (dx: number): number =>
  Math.sign(dx) * (Math.abs(dx) <= ARMED ? Math.abs(dx) : ARMED + (Math.abs(dx) - ARMED) / 3)
