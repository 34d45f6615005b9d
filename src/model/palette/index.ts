/** Whether the palette is open, and which argument it prompts for. */
import { createEvent, createStore, sample } from 'effector'
import type { ArgumentValue, Command, CommandArgs, Invocation } from '../../core/index.ts'
import { registry } from '../app/registry.ts'

/** commands: everything; subscriptions: go to one; entries: search. */
export type PaletteMode = 'commands' | 'subscriptions' | 'entries'
export type PalettePage = {
  readonly command: Command
  readonly invocation: Invocation
  /** Index in `command.args` of the current argument. */
  readonly argumentIndex: number
  readonly args: CommandArgs
}
export type Palette = {
  readonly open: boolean
  readonly mode: PaletteMode
  readonly page: PalettePage | null
}
const closed: Palette = { open: false, mode: 'commands', page: null }

export const paletteOpened = createEvent<{ mode?: PaletteMode } | void>()
export const paletteClosed = createEvent()
/** Sets the current argument; null skips an optional one. */
export const argumentEntered = createEvent<ArgumentValue | null>()
/** Back to the previous argument, or to the list. */
export const pageClosed = createEvent()

export const $palette = createStore<Palette>(closed, { serialize: 'ignore' })
  .on(paletteOpened, (_, request) => ({ ...closed, open: true, mode: request?.mode ?? 'commands' }))
  .on(paletteClosed, () => closed)
  .on(registry.argumentsNeeded, (palette, { command, invocation }) => ({
    ...palette,
    open: true,
    page: {
      command,
      invocation,
      args: invocation.args ?? {},
      argumentIndex: nextMissing(command, invocation.args ?? {}, 0),
    },
  }))
  .on(pageClosed, (palette) => ({ ...palette, page: palette.page && pageBefore(palette.page) }))

/** The page with the argument set; its index is past the end when all arguments are set. */
const argumentSet = sample({
  clock: argumentEntered,
  source: $palette,
  filter: ({ page }) => page !== null,
  fn: ({ page }, value) => withArgument(page as PalettePage, value),
})
$palette.on(argumentSet, (palette, page) => (isComplete(page) ? closed : { ...palette, page }))
sample({
  clock: argumentSet,
  filter: isComplete,
  fn: ({ invocation, args }) => ({ ...invocation, args }),
  target: registry.commandInvoked,
})

function withArgument(page: PalettePage, value: ArgumentValue | null): PalettePage {
  const argument = page.command.args?.[page.argumentIndex]
  const args = argument && value !== null ? { ...page.args, [argument.name]: value } : page.args
  return { ...page, args, argumentIndex: nextMissing(page.command, args, page.argumentIndex + 1) }
}

function isComplete({ command, argumentIndex }: PalettePage): boolean {
  return argumentIndex >= (command.args?.length ?? 0)
}

function nextMissing(command: Command, args: CommandArgs, from: number): number {
  const all = command.args ?? []
  const at = all.findIndex((argument, index) => index >= from && args[argument.name] === undefined)
  return at === -1 ? all.length : at
}

function pageBefore(page: PalettePage): PalettePage | null {
  const before = page.command.args?.[page.argumentIndex - 1]
  if (!before) return null
  const { [before.name]: _, ...args } = page.args
  return { ...page, args, argumentIndex: page.argumentIndex - 1 }
}
