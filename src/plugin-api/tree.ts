/**
 * What a plugin shows as data: the host draws it with its own components. It is the same for a plugin that is built in and for
 * one that runs in a sandbox. Texts are shown as they are.
 */
import type { Store } from 'effector'
import { z } from 'zod'
import { isIconName, UNKNOWN_ICON, type IconName } from './icon-names.ts'

const text = z.string().max(20_000)
const short = z.string().max(500)
/** Rows of a table, and points of a chart. */
const MAX_ROWS = 400
const MAX_COLUMNS = 12
/** Characters of a picture as `data:`. */
const MAX_PICTURE = 200_000
/** Name of a handler in `on`. */
const handler = z.string().min(1).max(100)
/** Keeps a part, and the focus in it, when its place among its neighbours changes. Unique among them. */
const key = z.string().max(100).optional()

type Keyed = { readonly key?: string | undefined }
type FieldNode = Keyed & { readonly label: string; readonly hint?: string | undefined }

/** One part of the picture. Handlers are named: see {@link PluginTree}. */
export type PluginNode =
  | (Keyed & { readonly kind: 'stack'; readonly children: readonly PluginNode[] })
  | (Keyed & { readonly kind: 'list'; readonly items: readonly PluginNode[] })
  | (Keyed & { readonly kind: 'heading'; readonly text: string })
  | (Keyed & { readonly kind: 'text'; readonly text: string })
  | (Keyed & {
      readonly kind: 'notice'
      readonly text: string
      readonly tone?: 'quiet' | 'warning' | 'danger' | 'success' | undefined
    })
  /**
   * A picture at an https address, or as `data:image/…`. Of a plugin from elsewhere it is its description where the address is of no host
   * that its permissions name: a picture tells its server that it is looked at.
   */
  | (Keyed & { readonly kind: 'picture'; readonly url: string; readonly description: string })
  /** `label` is read out; without it the icon is an ornament. */
  | (Keyed & { readonly kind: 'icon'; readonly name: IconName; readonly label?: string | undefined })
  | (Keyed & {
      readonly kind: 'table'
      readonly caption: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly (string | number)[])[]
    })
  /** Values from 0 on. It is read out as a table. */
  | (Keyed & {
      readonly kind: 'chart'
      readonly form: 'bars' | 'line'
      readonly label: string
      readonly points: readonly { readonly label: string; readonly value: number }[]
    })
  /** `value` from 0 to 1; unknown without it. `detail` is a text such as "12 of 40". */
  | (Keyed & {
      readonly kind: 'progress'
      readonly label: string
      readonly value?: number | undefined
      readonly detail?: string | undefined
    })
  /** Pictures are their descriptions, and HTML is text. Links are as `link`: of a plugin from elsewhere only some lead anywhere. */
  | (Keyed & {
      readonly kind: 'markdown'
      readonly text: string
      /** The host's: the addresses to which its links may lead; all where it is absent. */
      readonly reachable?: readonly string[] | undefined
    })
  /** Runs one of the plugin's own commands, or calls a handler with its value, which is empty by default. */
  | (Keyed & {
      readonly kind: 'button'
      readonly label: string
      readonly command?: string | undefined
      readonly args?: Readonly<Record<string, string | number | boolean>> | undefined
      readonly press?: string | undefined
      readonly value?: string | undefined
    })
  /**
   * Opens a web address in a new tab, when the user presses it. Of a plugin from elsewhere it is a link where the address is
   * of a host that its permissions name, or of an entry that it was given; otherwise its label is a text.
   */
  | (Keyed & { readonly kind: 'link'; readonly label: string; readonly url: string })
  /** `change` is called at each key, `submit` by Enter. The user's text stays until `value` is another one than was typed. */
  | (FieldNode & {
      readonly kind: 'textField'
      readonly value: string
      readonly error?: string | undefined
      readonly change?: string | undefined
      readonly submit?: string | undefined
    })
  | (FieldNode & { readonly kind: 'checkbox'; readonly checked: boolean; readonly change: string })
  | (FieldNode & {
      readonly kind: 'select'
      readonly value: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
      readonly change: string
    })

/** What a handler is called with: a field's text or choice, or whether a checkbox is checked. */
export type FieldValue = string | boolean

/** A part as data. */
export type PluginTree = {
  /** Null: there is nothing to show yet. */
  readonly $tree: Store<PluginNode | null>
  /**
   * The handlers that fields and buttons name. They last as long as the part: a new picture brings no new ones. A refusal
   * is shown; any other error stops the plugin.
   */
  readonly on?: Readonly<Record<string, (value: FieldValue) => void | Promise<void>>>
}

export const pluginNode: z.ZodType<PluginNode> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stack'), key, children: z.array(pluginNode) }),
    z.object({ kind: z.literal('list'), key, items: z.array(pluginNode) }),
    z.object({ kind: z.literal('heading'), key, text }),
    z.object({ kind: z.literal('text'), key, text }),
    z.object({
      kind: z.literal('notice'),
      key,
      text,
      tone: z.enum(['quiet', 'warning', 'danger', 'success']).optional(),
    }),
    z.object({
      kind: z.literal('picture'),
      key,
      url: z
        .string()
        .max(MAX_PICTURE)
        .regex(/^(https:\/\/\S+|data:image\/(png|gif|jpeg|webp|avif);base64,[A-Za-z0-9+/=]+)$/),
      description: short,
    }),
    z.object({
      kind: z.literal('icon'),
      key,
      name: z
        .string()
        .max(40)
        .transform((name) => (isIconName(name) ? name : UNKNOWN_ICON)),
      label: short.optional(),
    }),
    z.object({
      kind: z.literal('table'),
      key,
      caption: short,
      columns: z.array(short).min(1).max(MAX_COLUMNS),
      rows: z.array(z.array(z.union([short, z.number()])).max(MAX_COLUMNS)).max(MAX_ROWS),
    }),
    z.object({
      kind: z.literal('chart'),
      key,
      form: z.enum(['bars', 'line']),
      label: short,
      points: z.array(z.object({ label: short, value: z.number().nonnegative() })).max(MAX_ROWS),
    }),
    z.object({
      kind: z.literal('progress'),
      key,
      label: short,
      value: z.number().min(0).max(1).optional(),
      detail: short.optional(),
    }),
    z.object({ kind: z.literal('markdown'), key, text }),
    z.object({
      kind: z.literal('button'),
      key,
      label: z.string().max(200),
      command: z.string().max(140).optional(),
      args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      press: handler.optional(),
      value: text.optional(),
    }),
    z.object({ kind: z.literal('link'), key, label: short, url: z.string().max(4000) }),
    z.object({
      kind: z.literal('textField'),
      key,
      label: short,
      hint: short.optional(),
      error: short.optional(),
      value: text,
      change: handler.optional(),
      submit: handler.optional(),
    }),
    z.object({
      kind: z.literal('checkbox'),
      key,
      label: short,
      hint: short.optional(),
      checked: z.boolean(),
      change: handler,
    }),
    z.object({
      kind: z.literal('select'),
      key,
      label: short,
      hint: short.optional(),
      value: z.string().max(200),
      choices: z.array(z.object({ value: z.string().max(200), label: short })).max(200),
      change: handler,
    }),
  ]),
)
