import { statusOf } from '../../api/types.ts'
import { tokenScopes } from '../../contract/token-scopes.ts'
import type { Command, CommandContext, CommandInput } from '../command.ts'
import { failureOf, UsageError } from '../failures.ts'
import { signInThroughBrowser } from '../sign-in/sign-in-through-browser.ts'
import { forgetAccount, readAccount, storeAccount } from '../store-account.ts'

const webAddress = (text: string): string => {
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text))
    throw new UsageError(`"${text}" is not an address such as https://reader.example`)
  return text.replace(/\/+$/, '')
}

/** A token need not have the scope of this call, but it has to exist. */
async function requireToken(
  context: CommandContext,
  account: { address: string; token: string },
): Promise<void> {
  await context
    .apiFor(account)
    .reads.totalCount({})
    .catch((error: unknown) => {
      if (statusOf(error) !== 403) throw error
    })
}

/** @throws UsageError for an unknown scope */
function scopesIn(text: string | true | undefined): readonly string[] {
  if (typeof text !== 'string') return tokenScopes
  const scopes = text.split(',')
  if (!scopes.every((one) => (tokenScopes as readonly string[]).includes(one)))
    throw new UsageError(`--scopes is a list of: ${tokenScopes.join(',')}.`)
  return scopes
}

async function tokenFor(
  { environment }: CommandContext,
  address: string,
  { token, scopes }: CommandInput['options'],
): Promise<string> {
  if (token === undefined) return signInThroughBrowser(environment, { address, scopes: scopesIn(scopes) })
  const text = token === '-' ? (await environment.readInput()).trim() : String(token)
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError('That is not an app password.')
  return text
}

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in to a server through the browser, or with an app password that has scopes.',
    args: [{ name: 'ADDRESS' }],
    options: {
      token: { value: 'TOKEN', summary: 'An app password; "-" reads it from the standard input.' },
      scopes: { value: 'SCOPES', summary: 'What to ask for in the browser, such as read,mark.' },
    },
    terminal: true,
    calls: ['reads.totalCount'],
    run: async (context, { args: [typed = ''], options }) => {
      const address = webAddress(typed)
      const token = await tokenFor(context, address, options)
      await requireToken(context, { address, token })
      storeAccount(context.environment, { address, token })
      return { json: { address }, text: `Signed in to ${address}.` }
    },
  },
  {
    name: 'logout',
    summary: 'Forget the token. Delete the app password in the settings to end it.',
    terminal: true,
    run: async ({ environment }) => {
      forgetAccount(environment)
      return { json: {}, text: 'The token is forgotten here.' }
    },
  },
  {
    name: 'status',
    summary: 'Say where you are signed in, and whether the server answers.',
    terminal: true,
    calls: ['reads.totalCount'],
    run: async (context) => {
      const account = readAccount(context.environment)
      if (!account) throw new UsageError('Nobody is signed in: run `lectern login ADDRESS`.')
      const unread = await context
        .api()
        .reads.totalCount({})
        .then(
          ({ data }) => data.count,
          (error: unknown) => {
            const { message, code } = failureOf(error)
            if (code !== 1 || /sign in/.test(message)) throw error
            return null
          },
        )
      const { address } = account
      const counted = unread === null ? 'This token may not read.' : `${unread} unread.`
      return { json: { address, unread }, text: `Signed in to ${address}. ${counted}` }
    },
  },
]
