import { statusOf } from '../../api/types.ts'
import type { Command, CommandContext } from '../command.ts'
import { failureOf, UsageError } from '../failures.ts'
import { forgetAccount, readAccount, storeAccount } from '../store-account.ts'

const webAddress = (text: string): string => {
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text))
    throw new UsageError(`"${text}" is not an address such as https://reader.example`)
  return text.replace(/\/+$/, '')
}

/** A token need not have the scope for this call, but it has to exist. */
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

async function askToken({ environment }: CommandContext, address: string): Promise<string> {
  environment.printError(
    `Open ${address}/settings/profile in a browser, create an app password with the scopes that you want to give, and paste it here.`,
  )
  const answer = await environment.askSecret('App password: ')
  if (answer === null) throw new UsageError('There is no terminal to ask on: use --token.')
  return answer.trim()
}

export const accountCommands: readonly Command[] = [
  {
    name: 'login',
    summary: 'Sign in to a server with an app password that has scopes.',
    args: [{ name: 'ADDRESS' }],
    options: {
      token: { value: 'TOKEN', summary: 'The app password; "-" reads it from the standard input.' },
    },
    terminal: true,
    calls: ['reads.totalCount'],
    run: async (context, { args: [typed = ''], options }) => {
      const address = webAddress(typed)
      const { token: option } = options
      const token =
        option === '-'
          ? (await context.environment.readInput()).trim()
          : typeof option === 'string'
            ? option
            : await askToken(context, address)
      if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('That is not an app password.')
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
