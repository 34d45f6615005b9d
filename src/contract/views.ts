/** The six kinds of view, by their number on the wire (spec 1; client-facts 2). */
export const views = ['article', 'social', 'picture', 'video', 'audio', 'notification'] as const

/** The name of a view: its number is its place in {@link views}. */
export type ViewName = (typeof views)[number]

/** A view's number on the wire, 0 to 5. */
export type View = 0 | 1 | 2 | 3 | 4 | 5

/** True for a number that names a view. */
export const isView = (value: unknown): value is View =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < views.length
