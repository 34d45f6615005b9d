/** Which messages load with which part of the reader. All others load together, after the list. */
type Messages = { readonly [key: string]: string | Messages }
/** By namespace: the keys, of groups or of single messages, or all of them. */
type MessagePart = Readonly<Record<string, readonly string[] | 'all'>>

export const messageParts = {
  /** The list, the subscriptions, their menus, and the page of an error. */
  list: {
    app: ['entry', 'errorPage', 'readingList', 'session.endedTitle', 'shell', 'timeline', 'tree'],
    common: 'all',
    shortcuts: [
      'entry',
      'follow',
      'global.quickAdd',
      'global.showShortcuts',
      'go',
      'inbox',
      'label',
      'layout',
      'list',
      'palette.open',
      'profile.own',
      'reading.readFor',
      'rules.newFromFeed',
      'search',
      'selection',
      'session.signOut',
      'settings.open',
      'subscription',
      'timeline',
    ],
    errors: ['client', 'unexpected'],
  },
  /** What the pane of an entry shows beside those. */
  entry: { app: ['help', 'highlights', 'reading'], shortcuts: 'all' },
} as const satisfies Readonly<Record<string, MessagePart>>

/** @param read reads a namespace of a language */
export const messagesOf = (
  part: keyof typeof messageParts,
  read: (namespace: string) => Messages,
): Readonly<Record<string, Messages>> =>
  Object.fromEntries(
    Object.entries<readonly string[] | 'all'>(messageParts[part]).map(([namespace, keys]) => {
      const messages = read(namespace)
      return [namespace, keys === 'all' ? messages : picked(messages, keys)]
    }),
  )

/** What a language lacks is left out: English stands in for it. */
function picked(messages: Messages, keys: readonly string[]): Messages {
  const result: Record<string, string | Messages> = {}
  for (const key of keys) {
    const [group = '', name] = key.split('.')
    const found = messages[group]
    if (name === undefined || typeof found === 'string') {
      if (found !== undefined) result[group] = found
    } else if (found?.[name] !== undefined) {
      const others = result[group] as Messages | undefined
      result[group] = { ...others, [name]: found[name] }
    }
  }
  return result
}
