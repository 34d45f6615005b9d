/** What a user does with entries, as the server halves of plugins learn of it. */
import { z } from 'zod'

export const pluginEventNames = [
  'read',
  'unread',
  'starred',
  'unstarred',
  'labelled',
  'unlabelled',
  'highlighted',
  'noted',
  'finished',
  'saved',
] as const
export const pluginEventName = z.enum(pluginEventNames)
export type PluginEventName = z.infer<typeof pluginEventName>

/** What else is known of an event, by what happened. */
export type PluginEventDetail = {
  /** The name of the label, of `labelled` and `unlabelled`. */
  readonly label?: string
  /** The id of the highlight or note, of `highlighted` and `noted`. */
  readonly highlight?: string
  /** The plugin that saved the entry, of `saved`. */
  readonly plugin?: string
}
