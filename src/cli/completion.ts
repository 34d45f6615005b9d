/** Completion for shells, generated from the table of commands. */
import type { Argument, Command } from './command.ts'
import { optionsOf } from './parse-arguments.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands)
}

/** Commands by their first word, with the second words of those that have them. */
function subcommandsByCommand(commands: readonly Command[]): Map<string, string[]> {
  const subcommands = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    subcommands.set(first, [...(subcommands.get(first) ?? []), ...(second ? [second] : [])])
  }
  return subcommands
}

const isFile = ({ args = [] }: Command): boolean => args.some(({ file }) => file)
const choicesOf = ({ args = [] }: Command): readonly string[] =>
  args.flatMap(({ choices = [] }: Argument) => choices)

/** The cases of both shells: `words` and `files` are set by what was typed before. */
function cases(commands: readonly Command[]): string[] {
  const lines = commands.flatMap((command) => {
    const options = Object.entries(optionsOf(command))
    const values = options.flatMap(([name, { choices, file }]) =>
      choices
        ? [`        --${name}) words="${choices.join(' ')}"; files="" ;;`]
        : file
          ? [`        --${name}) words=""; files=1 ;;`]
          : [],
    )
    const words = [...choicesOf(command), ...options.map(([name]) => `--${name}`)].join(' ')
    return [
      `    "${command.name} "*)`,
      `      words="${words}"${isFile(command) ? '; files=1' : ''}`,
      ...(values.length > 0 ? ['      case "$previous" in', ...values, '      esac'] : []),
      '      ;;',
    ]
  })
  const subcommands = subcommandsByCommand(commands)
  const seconds = [...subcommands].flatMap(([first, second]) =>
    second.length > 0 ? [`    "${first} ") words="${second.join(' ')}" ;;`] : [],
  )
  return [
    '  case "$before" in',
    ...lines,
    ...seconds,
    `    " ") words="${[...subcommands.keys(), 'help'].join(' ')}" ;;`,
    '  esac',
  ]
}

const bash = (commands: readonly Command[]): string =>
  [
    '_lectern() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" words="" files=""',
    '  local before="${COMP_WORDS[*]:1:COMP_CWORD-1} "',
    ...cases(commands),
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  if [ -n "$files" ]; then COMPREPLY+=($(compgen -f -- "$current")); fi',
    '}',
    'complete -F _lectern lectern',
  ].join('\n')

const zsh = (commands: readonly Command[]): string =>
  [
    '#compdef lectern',
    '_lectern() {',
    '  local typed=("${(@)words[2,CURRENT-1]}") previous="${words[CURRENT-1]}" files=""',
    '  local before="${typed[*]} "',
    '  local words=""',
    ...cases(commands),
    '  compadd -- ${=words}',
    '  if [ -n "$files" ]; then _files; fi',
    '}',
    'compdef _lectern lectern',
  ].join('\n')

function fish(commands: readonly Command[]): string {
  const isTyped = (name: string) => `__lectern_typed ${name}`
  const first = [...subcommandsByCommand(commands)].flatMap(([word, seconds]) => [
    `complete -c lectern -f -n "__fish_use_subcommand" -a ${word}`,
    ...seconds.map((second) => `complete -c lectern -f -n "__lectern_only ${word}" -a ${second}`),
  ])
  const options = commands.flatMap((command) => [
    ...Object.entries(optionsOf(command)).map(([name, { summary, value, choices, file }]) =>
      [
        `complete -c lectern -n "${isTyped(command.name)}" -l ${name} -d ${quoted(summary)}`,
        ...(value ? ['-r'] : []),
        ...(choices ? ['-f', '-a', quoted(choices.join(' '))] : value && !file ? ['-f'] : []),
      ].join(' '),
    ),
    ...(choicesOf(command).length > 0
      ? [`complete -c lectern -f -n "${isTyped(command.name)}" -a ${quoted(choicesOf(command).join(' '))}`]
      : []),
  ])
  return [
    // `--`: an option that was typed is no option of `string`.
    'function __lectern_typed; string match -q -- "$argv *" (string join -- " " (commandline -opc)[2..-1])" "; end',
    'function __lectern_only; set -l typed (commandline -opc)[2..-1]; test "$typed" = "$argv"; end',
    ...first,
    ...options,
  ].join('\n')
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`

/** @param commands what it completes, itself included */
export const createCompletionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print a script that completes commands in your shell.',
  terminal: true,
  args: [{ name: 'SHELL', choices: shells }],
  run: async (_, { args: [shell] }) => {
    const script = completionScript(shell as Shell, commands())
    return { json: script, text: script }
  },
})
