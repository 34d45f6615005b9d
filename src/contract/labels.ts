/** ours: labels that a user puts on entries. Each is named by its whole name, in any case: `work/reading`. */
import { z } from 'zod'
import type { Call } from './call.ts'
import { cleanLabelName, labelColors, MAX_LABEL_NAME } from './label-names.ts'
import { done, envelope, isoTime } from './shapes.ts'

/** As it is stored: names that differ in spaces alone are the same. */
export const labelName = z
  .string()
  .max(MAX_LABEL_NAME)
  .transform((name) => cleanLabelName(name) ?? '')
  .refine((name) => name !== '', { error: 'A label needs a name.' })
const labelColor = z.enum(labelColors).nullable()

const label = z.object({
  name: z.string(),
  color: labelColor,
  createdAt: isoTime,
  /** Entries that carry it or a label within it, as `label:name` selects them, each once. */
  entries: z.number(),
  unread: z.number(),
})
export type Label = z.infer<typeof label>

const entryIds = z.array(z.string()).max(5000)

export const labelsCalls = {
  /** By name; each outer label is in the list. */
  'labels.list': { input: z.object({}), output: envelope(z.array(label)) },
  /** An existing label keeps its colour unless the input has one. Outer labels are created too. */
  'labels.create': {
    broadcast: 'input',
    input: z.object({ name: labelName, color: labelColor.optional() }),
    output: done,
  },
  /** `to`: the new name; labels within it move along. */
  'labels.update': {
    broadcast: 'input',
    input: z.object({ name: labelName, to: labelName.optional(), color: labelColor.optional() }),
    output: done,
  },
  /** Deletes the labels within it too. No entry is deleted. */
  'labels.delete': { broadcast: 'input', input: z.object({ name: labelName }), output: done },
  /** Undoes the deletion of a label, for thirty days: with its entries and the labels within it. */
  'labels.restore': { broadcast: 'input', input: z.object({ name: labelName }), output: done },
  /** Creates the label if it does not exist. Entries that the user cannot read are left out. */
  'labels.add': { broadcast: 'input', input: z.object({ name: labelName, entryIds }), output: done },
  /** Labels within it stay on the entries. */
  'labels.remove': { broadcast: 'input', input: z.object({ name: labelName, entryIds }), output: done },
} as const satisfies Record<string, Call>
