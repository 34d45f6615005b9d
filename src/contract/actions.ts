/** Rules that act on new entries (wire-contract 12). */
import { z } from 'zod'
import { actionResult, done, envelope, isoTime } from './shapes.ts'
import type { Call } from './call.ts'
import { pluginMessage } from './plugins.ts'
import { MAX_REWRITE_FROM, MAX_REWRITE_TO, MAX_REWRITES, MAX_WEBHOOK_ADDRESS } from './limits.ts'

export { conditionFields, operatorsOf, type ConditionField } from './rule-conditions.ts'

/** Parts may be missing while the user is still writing the rule; such a rule is refused with a message, not by the schema. */
const condition = z.object({
  field: z.string().optional(),
  operator: z.string().optional(),
  value: z.union([z.string(), z.number().transform(String)]).optional(),
})
export type Condition = z.infer<typeof condition>

/** Outer list: or. Inner list: and. A flat list is one group, an empty one every feed. */
export const rule = z.object({
  name: z.string().max(200).default(''),
  condition: z.union([z.array(z.array(condition).max(50)).max(50), z.array(condition).max(50)]),
  result: actionResult.extend({
    rewriteRules: z
      .array(z.object({ from: z.string().max(MAX_REWRITE_FROM), to: z.string().max(MAX_REWRITE_TO) }))
      .max(MAX_REWRITES)
      .optional(),
    webhooks: z.array(z.string().max(MAX_WEBHOOK_ADDRESS)).optional(),
    /** An older form of `block`: clients keep it but do not edit it. */
    blockRules: z
      .array(z.object({ field: z.string(), operator: z.string(), value: z.union([z.string(), z.number()]) }))
      .max(50)
      .optional(),
  }),
})
export type Rule = z.infer<typeof rule>
const rules = z.array(rule).max(1000)

/** Days of the past, counted back from now by the time of publication. */
const days = z.number().int().min(1).max(3650)
/** A stored entry as lists of rules name it. */
const ruleEntry = z.object({
  id: z.string(),
  title: z.string().nullable(),
  url: z.string().nullable(),
  feedId: z.string(),
  feedTitle: z.string().nullable(),
  publishedAt: isoTime,
})
/** What one rule would change. */
const touched = z.object({
  name: z.string(),
  count: z.number(),
  entryIds: z.array(z.string()),
  /** The entries of `entryIds`, in the same order. */
  entries: z.array(ruleEntry),
  /** How many of them the user read one by one, and starred. */
  opened: z.number(),
  starred: z.number(),
  /** On how many of them this rule acted already: a run skips these. */
  applied: z.number(),
  /** Earlier rules that match some of the same entries, by their position in `rules`. */
  caught: z.array(z.object({ position: z.number(), count: z.number() })),
})
export const actionRun = z.object({
  id: z.string(),
  names: z.array(z.string()),
  state: z.enum(['running', 'done', 'undone']),
  /** Entries checked, and entries that a rule acted on. */
  examined: z.number(),
  touched: z.number(),
  createdAt: isoTime,
})
/** One rule that acted on one entry. */
export const ruleAct = z.object({
  entryId: z.string(),
  name: z.string(),
  /** Position of the rule among the saved ones; null: it was deleted, or changed together with its name. */
  position: z.number().nullable(),
  cause: z.enum(['arrival', 'read', 'collected', 'run']),
  result: actionResult,
  at: isoTime,
})
/** An entry that a rule hides, with the names of the rules that do. */
const hiddenEntry = ruleEntry.extend({ rules: z.array(z.string()) })
const webhookDelivery = z.object({
  id: z.string(),
  entryId: z.string(),
  /** The webhook's address; empty where a plugin does it. */
  url: z.string(),
  /** The plugin that does it; null: the entry is sent to a webhook. */
  plugin: z.string().nullable(),
  /** The plugin's action; null: it saves the entry. */
  action: z.string().nullable(),
  /** What was entered for the action; null: nothing. */
  operand: z.string().nullable(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  /** HTTP status of the last response; null without one. */
  status: z.number().nullable(),
  message: z.string().nullable(),
  /** Why the plugin did not do it; null where it did, and for webhooks. */
  words: pluginMessage.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
})

export const actionsCalls = {
  'actions.get': {
    input: z.object({}),
    output: z.object({
      code: z.literal(0),
      data: z
        .object({
          userId: z.string(),
          rules: z.array(rule).nullable().optional(),
          createdAt: isoTime.nullable(),
          updatedAt: isoTime.nullable(),
        })
        .optional(),
    }),
  },
  'actions.put': { input: z.object({ rules }), output: done },
  'actions.dryRun': {
    broadcast: false,
    input: z.object({
      /** Default: the saved rules. */
      rules: rules.optional(),
      feedId: z.string().optional(),
      /** Only entries of the last `days` days; absent: all. */
      days: days.optional(),
      /** Maximum number of entry ids per rule, newest first; counts are complete in any case. */
      limit: z.number().int().min(0).max(1000).optional(),
    }),
    output: envelope(
      z.object({
        examined: z.number(),
        touched: z.number(),
        rules: z.array(touched),
        /** Conditions of plugins that are not known, so that they do not hold: each with the first reason. */
        unknown: z.array(z.object({ plugin: z.string(), name: z.string(), words: pluginMessage })),
      }),
    ),
  },
  'actions.run': {
    input: z.object({ rules: rules.optional(), days: days.optional() }),
    output: envelope(z.object({ run: z.string() })),
  },
  'actions.runs': { input: z.object({}), output: envelope(z.array(actionRun)) },
  'actions.undoRun': {
    input: z.object({ run: z.string() }),
    output: envelope(z.object({ untouched: z.number() })),
  },
  'actions.acts': {
    input: z.object({ entryId: z.string().optional() }),
    output: envelope(z.array(ruleAct)),
  },
  'actions.hidden': { input: z.object({}), output: envelope(z.array(hiddenEntry)) },
  'actions.deliveries': { input: z.object({}), output: envelope(z.array(webhookDelivery)) },
  'actions.webhookSecret': {
    input: z.object({}),
    output: envelope(z.object({ secret: z.string().nullable() })),
  },
  'actions.renewWebhookSecret': {
    input: z.object({}),
    output: envelope(z.object({ secret: z.string() })),
  },
} as const satisfies Record<string, Call>
