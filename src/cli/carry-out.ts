/** Runs a command, and once more with a confirmation where it deletes something. */
import { asApiError } from '../api/types.ts'
import { CONFIRMATION_HEADER } from '../contract/confirmation.ts'
import type { Command, CommandContext, CommandInput, Outcome } from './command.ts'
import { RefusedError } from './failures.ts'

type Headers = Readonly<Record<string, string>>
/** Null: not confirmed. */
type Confirm = (confirmation: string) => Promise<string | null>

/**
 * @param contextWith a context whose requests have further headers
 * @param confirm receives the confirmation that the server requires, and returns it if it may be sent
 * @throws RefusedError where it is not confirmed
 */
export async function carryOut(
  command: Command,
  input: CommandInput,
  contextWith: (headers: Headers) => CommandContext,
  confirm: Confirm,
): Promise<Outcome> {
  try {
    return await command.run(contextWith({}), input)
  } catch (error) {
    const confirmation = confirmationIn(error)
    if (confirmation === undefined) throw error
    const confirmed = await confirm(confirmation)
    if (confirmed === null) throw new RefusedError('Nothing was deleted: it was not confirmed.')
    return command.run(contextWith({ [CONFIRMATION_HEADER]: confirmed }), input)
  }
}

function confirmationIn(error: unknown): string | undefined {
  const failure = asApiError(error)
  return failure?.kind === 'refused' ? failure.confirmation : undefined
}
