/** The manifest of a plugin that saves entries to a service with a connection that can be checked: bookmarks, notes, messages. */
import { pascal } from '../core/identifiers.ts'
import { definePlugin, z, type Manifest } from './manifest.ts'

/** Marks a field whose text the server keeps and never shows again. */
export const secret = 'secret'

/** The field by which entries are sent when the user stars them. */
export const sendStarred = z.boolean().default(false)

/**
 * The field by which an entry is sent again when the user highlights something in it, for services that then update theirs. Those that
 * take messages send each highlight as one.
 */
export const sendNewHighlights = z.boolean().default(false)

/** The field by which entries go into the folder of a service that has the name of their feed's folder (`folders.ts`). */
export const sendFolder = z.boolean().default(false)

/** The address of a service that most users need not change. */
export const addressOf = (usual: string) => z.url({ protocol: /^https?$/ }).default(usual)

type Service = Pick<
  Manifest,
  'id' | 'api' | 'icon' | 'help' | 'requires' | 'signIn' | 'environment' | 'permissions'
> & {
  /** What the pane shows below the switch, in its order: schemas of settings, and {@link secret}. */
  readonly fields: Readonly<Record<string, z.ZodType | typeof secret>>
  /** It takes messages: rules send them, with a text that the user writes. */
  readonly takesMessages?: boolean
  /** Checking its connection sends a message; otherwise it only reads. */
  readonly checkSends?: boolean
}

/** `sendWhen` of {@link sendNewHighlights}. Needs the permission `events`. */
export const sendsHighlights = {
  highlighted: { setting: 'sendNewHighlights', call: 'highlights' },
  noted: { setting: 'sendNewHighlights', call: 'highlights' },
} as const

/** The same for services that take messages: each highlight is one. */
export const sendsEachHighlight = {
  highlighted: { setting: 'sendNewHighlights', call: 'highlight', each: true },
} as const

/**
 * Completes the manifest of a service: its switch (`enableReadLater` of `read-later`), the permissions to read and save entries, sending
 * what the user stars, the command `check`, and for messages the action `send`. The server half is `bookmarkServer` or `messageServer`.
 * @example
 * export default defineService({ id: 'linkding', api: '1.17', icon: 'link', requires: ['linkdingToken'],
 *   fields: { linkdingEndpoint: addressOrEmpty, linkdingToken: secret, sendStarred }, permissions: ['net:{linkdingEndpoint}'] })
 */
export function defineService({
  fields,
  permissions,
  takesMessages = false,
  checkSends = false,
  ...own
}: Service) {
  const { id } = own
  const enabledBy = `enable${pascal(id)}`
  const settings = Object.entries(fields).flatMap(([name, schema]) =>
    schema === secret ? [] : [[name, schema] as const],
  )
  return definePlugin({
    ...own,
    version: '1.0.0',
    enabledBy,
    settings: z.object({ [enabledBy]: z.boolean().default(false), ...Object.fromEntries(settings) }),
    secrets: Object.keys(fields).filter((name) => fields[name] === secret),
    fields: Object.keys(fields),
    permissions: [
      'entries:read',
      'entries:save',
      ...(takesMessages ? (['entries:change'] as const) : []),
      ...('sendNewHighlights' in fields ? (['events', 'highlights:read'] as const) : []),
      ...('sendFolder' in fields ? (['values'] as const) : []),
      ...permissions,
    ],
    ...(takesMessages && { actions: [{ name: 'send', operand: { type: 'text', maxLength: 500 } }] }),
    sendWhen: {
      ...('sendStarred' in fields && { starred: { setting: 'sendStarred', call: 'save' } }),
      ...('sendNewHighlights' in fields && (takesMessages ? sendsEachHighlight : sendsHighlights)),
    },
    commands: [
      {
        id: `${id}:check`,
        title: 'check',
        keywords: 'checkKeywords',
        call: 'check',
        scope: checkSends ? 'save' : 'read',
      },
    ],
    contributes: { saves: [{}] },
  } satisfies Manifest)
}
