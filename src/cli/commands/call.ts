import type { Fields } from '../../api/types.ts'
import { calls } from '../../contract/calls.ts'
import { paths, tokenScopeOf, type CallName } from '../../contract/paths.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../failures.ts'

/** The calls that some token may use, those of plugins included once they are loaded. */
const names = () => (Object.keys(paths) as CallName[]).filter((name) => tokenScopeOf(name) !== null)

/** @throws UsageError if it is no JSON object */
function objectIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  } catch {
    // Reported below.
  }
  throw new UsageError('The input has to be a JSON object.')
}

/** Sends any call of the contract that is open to tokens. */
export const callCommand: Command = {
  name: 'call',
  summary: 'Send a call of the contract with an input in JSON ("-" reads it from the standard input).',
  args: [
    {
      name: 'CALL',
      get choices() {
        return names()
      },
    },
    { name: 'JSON', optional: true },
  ],
  options: { file: { value: 'FILE', summary: 'The file of a call that takes one.', file: true } },
  calls: 'any',
  run: async ({ api, environment }, { args: [name = '', text = '{}'], options }) => {
    const { file } = options
    const input = {
      ...objectIn(text === '-' ? await environment.readInput() : text),
      ...(typeof file === 'string' && { file: new Uint8Array(environment.files.read(file)) }),
    }
    const checked = calls[name as CallName].input.safeParse(input)
    if (!checked.success)
      throw new UsageError(
        checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
      )
    const [resource = '', verb = ''] = name.split('.')
    const resources = api() as unknown as Record<string, Record<string, (fields: Fields) => Promise<unknown>>>
    const output = await resources[resource]?.[verb]?.(input)
    return { json: output, text: typeof output === 'string' ? output : JSON.stringify(output, null, 2) }
  },
}
