/** Help of the program and its commands, from the table. */
import { scopesOf, type Argument, type Command, type Option, type ReaderCommand } from './command.ts'
import { exitCodes } from './failures.ts'
import { optionsOf } from './parse-arguments.ts'

export function programHelp(commands: readonly Command[]): string {
  return [
    'lectern COMMAND …',
    '',
    ...listOf(commands),
    '',
    'Each command knows --json, which prints the answer as JSON, and --help.',
    `Exit codes: ${Object.entries(exitCodes)
      .map(([name, code]) => `${code} ${name}`)
      .join(', ')}.`,
    'LECTERN_URL and LECTERN_TOKEN have precedence over the stored account.',
  ].join('\n')
}

/** @param word the first of the commands' names, such as `rules` */
export const groupHelp = (word: string, commands: readonly Command[]): string =>
  [`lectern ${word} COMMAND …`, '', ...listOf(commands)].join('\n')

export function commandHelp(command: Command): string {
  const scopes = scopesOf(command)
  return [
    `lectern ${usageOf(command)}`,
    '',
    command.summary,
    '',
    ...columns(
      Object.entries(optionsOf(command)).map(([name, option]) => [
        optionUsage(name, option),
        [option.summary, ...(option.choices ? [`One of: ${option.choices.join(', ')}.`] : [])].join(' '),
      ]),
    ),
    ...(command.calls === 'any' ? ['', 'The call decides which scope the token needs.'] : []),
    ...(scopes.length > 0 ? ['', `Scopes of the token: ${scopes.join(', ')}.`] : []),
  ].join('\n')
}

const listOf = (commands: readonly Command[]): readonly string[] =>
  columns(commands.map((command) => [usageOf(command), command.summary]))

const usageOf = ({ name, args = [] }: Pick<Command, 'name' | 'args'>): string =>
  [name, ...args.map(argumentUsage)].join(' ')

/** Usage of a command of the reader: its id and its arguments. */
export const readerUsageOf = ({ id, args }: ReaderCommand): string => usageOf({ name: id, args })

const argumentUsage = ({ name, choices, optional = false, many = false, text = false }: Argument): string => {
  const word = `${choices && choices.length < 4 ? choices.join('|') : name}${many || text ? ' …' : ''}`
  return optional ? `[${word}]` : word
}

const optionUsage = (name: string, { value }: Option): string => (value ? `--${name} ${value}` : `--${name}`)

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
