/** A command of the table as a tool: its name, its input and its hints. */
import { z } from 'zod'
import { memoizeByObject } from '../../core/memoize-by-object.ts'
import {
  mayDelete,
  scopesOf,
  type Argument,
  type Command,
  type CommandInput,
  type Option,
} from '../command.ts'

export type Tool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: z.ZodObject
  readonly annotations: { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }
  readonly command: Command
}

/** The input of a tool that may delete also has a confirmation. */
export const CONFIRMATION = 'confirmation'

/** Words are joined by `_`: some assistants accept no other separator. */
const toolName = ({ name }: Command): string => name.replaceAll(/[ -]/g, '_')

/** Created once for each command: the server lists all tools at every request of an assistant. */
export const toolOf = memoizeByObject((command: Command): Tool => ({
  name: toolName(command),
  description: command.summary,
  inputSchema: z.strictObject({
    ...Object.fromEntries(argsOf(command).map((one) => [propertyOf(one), argumentSchema(one)])),
    ...Object.fromEntries(optionsOf(command).map(([name, option]) => [name, optionSchema(option)])),
    ...(mayDelete(command) && {
      [CONFIRMATION]: z
        .string()
        .optional()
        .describe('Where an answer asked for it: what it named, after the user agreed.'),
    }),
  }),
  annotations: {
    readOnlyHint: command.calls !== 'any' && scopesOf(command).every((scope) => scope === 'read'),
    destructiveHint: mayDelete(command),
  },
  command,
}))

/** @param values as {@link Tool.inputSchema} has checked them */
export function inputOf(command: Command, values: Readonly<Record<string, unknown>>): CommandInput {
  return {
    args: argsOf(command).flatMap((one) => texts(values[propertyOf(one)])),
    options: Object.fromEntries(
      optionsOf(command).flatMap(([name, { value }]) => {
        const property = values[name]
        if (property === undefined || property === false) return []
        return [[name, value === undefined ? (true as const) : String(property)]]
      }),
    ),
  }
}

/** Files are those of the machine that runs the tool, which is not the assistant's. */
const argsOf = ({ args = [] }: Command): readonly Argument[] => args.filter(({ file }) => !file)
const optionsOf = ({ options = {} }: Command): (readonly [string, Option])[] =>
  Object.entries(options).filter(([, { file }]) => !file)

const propertyOf = ({ name }: Argument): string => name.toLowerCase()

function texts(value: unknown): string[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

function argumentSchema({ choices, many = false, optional = false }: Argument): z.ZodType {
  const one = choices ? z.enum(choices) : z.string()
  const all = many ? z.array(one).min(1) : one
  return optional ? all.optional() : all
}

function optionSchema({ summary, value, choices }: Option): z.ZodType {
  const one = choices
    ? z.enum(choices)
    : value === undefined
      ? z.boolean()
      : z.union([z.string(), z.number()])
  return one.optional().describe(summary)
}
