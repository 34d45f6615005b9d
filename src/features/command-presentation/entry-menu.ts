/** Commands of an entry's context menu, in order. */
export const ENTRY_MENU: readonly string[] = [
  'entry:read',
  'entry:star',
  '-',
  'entry:read-above',
  'entry:read-below',
  'entry:read-day',
  '-',
  'entry:open-in-browser',
  'entry:copy-link',
  'entry:copy-title',
  'entry:share',
]
