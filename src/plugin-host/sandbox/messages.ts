/**
 * The messages between the host and a plugin's worker: JSON texts. A plugin can send any text, so that each is parsed by these
 * schemas and what does not fit is dropped.
 */
import { z } from 'zod'
import type { FeedQuery } from '../../plugin-api/client.ts'
import { isIconName, UNKNOWN_ICON } from '../../plugin-api/icon-names.ts'
import { pluginNode, type FieldValue } from '../../plugin-api/tree.ts'
import { withinLimits } from './limits.ts'
import { MAX_STACK_LINES } from './stack-lines.ts'

const key = z.string().min(1).max(100)
const shortText = z.string().max(1000)
const partId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)
const callId = z.number().int().nonnegative()
const pluginText = z.object({
  key: z.string().min(1).max(200),
  values: z.record(z.string().max(100), z.union([shortText, z.number()])).optional(),
  reason: shortText.optional(),
})

const icon = z
  .string()
  .max(40)
  .transform((name) => (isIconName(name) ? name : UNKNOWN_ICON))

/** Data of a command; its function is run by a message. */
export const commandData = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,63}:[a-z][a-z0-9-]{0,63}$/),
  title: key,
  keywords: key.optional(),
  kind: z.enum(['change', 'view', 'dialog']).optional(),
  keys: z.string().max(40).optional(),
  where: z.array(z.string().max(40)).max(8).optional(),
  needs: z.string().max(200).optional(),
  target: z.literal('entries').optional(),
  icon: icon.optional(),
})
export type CommandData = z.infer<typeof commandData>

/** Names of the handlers of a part. */
const events = z.array(key).max(50)
const treeData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('panel'), events }),
  z.object({
    kind: z.literal('screen'),
    events,
    path: z.string().regex(/^\/[a-z0-9/-]{1,200}$/),
    title: key,
    intro: key.optional(),
  }),
  z.object({
    kind: z.literal('dialog'),
    events,
    id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
    title: key,
  }),
])
export type TreeData = z.infer<typeof treeData>

const toolbarState = z.object({
  pressed: z.boolean().optional(),
  busy: z.boolean().optional(),
  hidden: z.boolean().optional(),
})

const lines = z.array(callId).max(MAX_STACK_LINES).optional()

/** From the worker. */
export const fromPlugin = z.discriminatedUnion('type', [
  /** The plugin's `start` has returned: everything that it registered. */
  z.object({
    type: z.literal('registered'),
    commands: z.array(commandData).max(100),
    toolbarItems: z
      .array(
        z.object({
          command: key,
          group: z.enum(['main', 'more']),
          icon,
          hasState: z.boolean(),
        }),
      )
      .max(20),
    /** Panels, pages and dialogs of data. */
    trees: z.array(treeData).max(30),
    /** Titles of the content transforms. */
    transforms: z.array(key).max(10),
    searchSources: z.array(z.object({ id: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/), title: key })).max(10),
    importFormats: z
      .array(
        z.object({
          id: partId,
          hint: key,
          extensions: z
            .array(z.string().regex(/^\.[a-z0-9.]{1,20}$/))
            .min(1)
            .max(10),
          mediaTypes: z.array(z.string().max(100)).max(10),
          maxBytes: z.number().int().min(1).max(100_000_000).optional(),
        }),
      )
      .max(5),
    exportFormats: z
      .array(
        z.object({
          id: partId,
          title: key,
          hint: key.optional(),
          ways: z.array(z.object({ value: key, title: key })).max(10),
        }),
      )
      .max(5),
    feedSources: z
      .array(z.object({ id: partId, title: key, hasLanguage: z.boolean(), inCategories: z.boolean() }))
      .max(5),
    /** It saves entries to a service. */
    saves: z.object({ needs: z.string().max(200).optional() }).nullable(),
    /** The host checks them, so that a wrong one is named. */
    themes: z.array(z.unknown()).max(20),
  }),
  z.object({ type: z.literal('pong') }),
  z.object({
    type: z.literal('returned'),
    id: callId,
    message: pluginText
      .extend({ open: z.object({ title: key, url: z.string().max(4000) }).optional() })
      .optional(),
  }),
  z.object({ type: z.literal('refused'), id: callId, text: pluginText }),
  z.object({ type: z.literal('threw'), id: callId, message: shortText, lines }),
  /** A refusal or an error outside of a command. */
  z.object({
    type: z.literal('failed'),
    text: pluginText.optional(),
    message: shortText.optional(),
    lines,
  }),
  /** A function of the host is called. */
  z.object({ type: z.literal('call'), id: callId, name: z.string().max(40), input: z.unknown() }),
  /** What a transform makes of a content; `html` null: it does not apply. */
  z.object({ type: z.literal('transformed'), id: callId, html: z.string().nullable() }),
  z.object({ type: z.literal('transformFailed'), id: callId, message: shortText }),
  /** What a source has found; the host checks its results. */
  z.object({ type: z.literal('found'), id: callId, results: z.unknown() }),
  z.object({
    type: z.literal('searchFailed'),
    id: callId,
    text: pluginText.optional(),
    message: shortText.optional(),
  }),
  /** What a function of a format or of a source of feeds returns; the host checks it. */
  z.object({ type: z.literal('invoked'), id: callId, output: z.unknown() }),
  z.object({
    type: z.literal('invokeFailed'),
    id: callId,
    text: pluginText.optional(),
    message: shortText.optional(),
  }),
  z.object({ type: z.literal('toolbarState'), index: callId, state: toolbarState }),
  /** What one of the trees shows now. */
  z.object({ type: z.literal('tree'), index: callId, tree: pluginNode.nullable() }),
  /** A page or dialog opens. */
  z.object({ type: z.literal('open'), index: callId }),
  /** The frame's own: the worker was ended, or threw. */
  z.object({ type: z.literal('ended'), reason: z.enum(['flood', 'size']) }),
  z.object({ type: z.literal('error'), message: shortText, lines }),
])
export type FromPlugin = z.infer<typeof fromPlugin>

/** A function of the format or source of feeds at `index`. */
export type Invocation =
  /** `input`: a text, a file in base64, a way to write it. */
  | { readonly name: 'matches' | 'read' | 'write'; readonly index: number; readonly input: string }
  | { readonly name: 'find'; readonly index: number; readonly input: FeedQuery }

export type ToPlugin =
  | { readonly type: 'ping' }
  | { readonly type: 'start'; readonly stores: Readonly<Record<string, unknown>> }
  | { readonly type: 'started' }
  | { readonly type: 'store'; readonly name: string; readonly value: unknown }
  | { readonly type: 'run'; readonly id: number; readonly command: string; readonly context: unknown }
  | { readonly type: 'event'; readonly index: number; readonly name: string; readonly value: FieldValue }
  | {
      readonly type: 'transform'
      readonly id: number
      readonly index: number
      readonly html: string
      readonly entry: unknown
    }
  | { readonly type: 'search'; readonly id: number; readonly index: number; readonly words: string }
  | { readonly type: 'searchEnded'; readonly id: number }
  | ({ readonly type: 'invoke'; readonly id: number } & Invocation)
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly text: { readonly key: string } }

/** @returns null for what no worker of ours sends; `too large` for a value beyond the limits */
export function parseFromPlugin(text: string): FromPlugin | 'too large' | null {
  let value: unknown
  try {
    value = JSON.parse(text, (name, part: unknown) => (name === '__proto__' ? undefined : part))
  } catch (error) {
    return error instanceof RangeError ? 'too large' : null
  }
  // Before a schema walks it: a deep value would exhaust the stack.
  if (!withinLimits(value)) return 'too large'
  return fromPlugin.safeParse(value).data ?? null
}
