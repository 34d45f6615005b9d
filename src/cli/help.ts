/** How the program and its commands are used, read off the table. */
import { callScopes } from '../contract/token-scopes.ts'
import type { Argument, Command, Option } from './command.ts'
import { exitCodes } from './failures.ts'
import { sharedOptions } from './parse-arguments.ts'

export function programHelp(commands: readonly Command[]): string {
  return [
    'lectern COMMAND …',
    '',
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    '',
    `Each command knows ${Object.keys(sharedOptions)
      .map((name) => `--${name}`)
      .join(' and ')}.`,
    `Exit codes: ${Object.entries(exitCodes)
      .map(([name, code]) => `${code} ${name}`)
      .join(', ')}.`,
    'LECTERN_URL and LECTERN_TOKEN have precedence over the stored account.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const scopes = scopesOf(command)
  return [
    `lectern ${usageOf(command)}`,
    '',
    command.summary,
    '',
    ...columns(
      Object.entries({ ...command.options, ...sharedOptions }).map(([name, option]) => [
        optionUsage(name, option),
        [option.summary, ...(option.choices ? [`One of: ${option.choices.join(', ')}.`] : [])].join(' '),
      ]),
    ),
    ...(scopes.length > 0 ? ['', `Scopes of the token: ${scopes.join(', ')}.`] : []),
  ].join('\n')
}

/** The scopes that its calls need. */
const scopesOf = ({ calls = [] }: Command): string[] => [
  ...new Set(calls.flatMap((name) => callScopes[name] ?? [])),
]

const usageOf = ({ name, args = [] }: Command): string => [name, ...args.map(argumentUsage)].join(' ')

const argumentUsage = ({ name, choices, optional = false, many = false }: Argument): string => {
  const word = `${choices && choices.length < 4 ? choices.join('|') : name}${many ? ' …' : ''}`
  return optional ? `[${word}]` : word
}

const optionUsage = (name: string, { value }: Option): string => (value ? `--${name} ${value}` : `--${name}`)

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
