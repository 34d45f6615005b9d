/** What a finger that moves over a row means. */

/** px until it is clear whether it scrolls or swipes. */
const CLEAR = 10
/** px from which on letting go runs the action. */
const ARMED = 72
/** px at the sides of the window from where browsers go back and forward. */
const EDGE = 24

export type SwipeSide = 'start' | 'end'
/** The commands of swipes: away from the side where the icon shows. */
export const swipeCommands: Readonly<Record<SwipeSide, string>> = {
  start: 'entry:read',
  end: 'entry:star',
}

export type Swipe = {
  /** px; positive to the right. */
  readonly offset: number
  readonly side: SwipeSide
  readonly isArmed: boolean
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
  }
}

/** Beyond the point from which on it is armed, the row follows more slowly. */
const resisted = (dx: number): number =>
  Math.sign(dx) * (Math.abs(dx) <= ARMED ? Math.abs(dx) : ARMED + (Math.abs(dx) - ARMED) / 3)
