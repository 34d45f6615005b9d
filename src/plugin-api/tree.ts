/**
 * What a plugin shows as data: the host draws it with its own components. It is the same for a plugin that is built in and for
 * one that runs in a sandbox. Texts are shown as they are; a plugin from elsewhere has no pictures, which would tell other
 * servers what is read.
 */
import { z } from 'zod'

const text = z.string().max(20_000)

/** One part of the picture. A button runs one of the plugin's own commands. */
export type PluginNode =
  | { readonly kind: 'stack'; readonly children: readonly PluginNode[] }
  | { readonly kind: 'list'; readonly items: readonly PluginNode[] }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'notice'
      readonly text: string
      readonly tone?: 'quiet' | 'warning' | 'danger' | 'success'
    }
  | {
      readonly kind: 'button'
      readonly label: string
      readonly command: string
      readonly args?: Readonly<Record<string, string | number | boolean>>
    }
  /** Opens a web address in a new tab, when the user presses it. */
  | { readonly kind: 'link'; readonly label: string; readonly url: string }

export const pluginNode: z.ZodType<PluginNode> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stack'), children: z.array(pluginNode) }),
    z.object({ kind: z.literal('list'), items: z.array(pluginNode) }),
    z.object({ kind: z.literal('heading'), text }),
    z.object({ kind: z.literal('text'), text }),
    z.object({
      kind: z.literal('notice'),
      text,
      tone: z.enum(['quiet', 'warning', 'danger', 'success']).optional(),
    }),
    z.object({
      kind: z.literal('button'),
      label: z.string().max(200),
      command: z.string().max(140),
      args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
    z.object({ kind: z.literal('link'), label: z.string().max(500), url: z.string().max(4000) }),
  ]),
)
