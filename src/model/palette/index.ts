/** Whether the palette is open, and which argument it asks for. */
import { createEvent, createStore, sample } from 'effector'
import type { Command, Invocation } from '../../core/index.ts'
import { registry } from '../app/registry.ts'

/** commands: everything; subscriptions: go to one; entries: search. */
export type PaletteMode = 'commands' | 'subscriptions' | 'entries'
export type PalettePage = {
  readonly command: Command
  readonly invocation: Invocation
  /** Place in `command.args` of what is asked now. */
  readonly argumentIndex: number
  readonly args: Readonly<Record<string, string>>
}
export type Palette = {
  readonly open: boolean
  readonly mode: PaletteMode
  readonly page: PalettePage | null
}
const closed: Palette = { open: false, mode: 'commands', page: null }

export const paletteOpened = createEvent<{ mode?: PaletteMode } | void>()
export const paletteClosed = createEvent()
/** Answers the argument that is asked now; null skips an optional one. */
export const argumentEntered = createEvent<string | null>()
/** Back to the argument before, or to the list. */
export const pageClosed = createEvent()

export const $palette = createStore<Palette>(closed, { serialize: 'ignore' })
  .on(paletteOpened, (_, asked) => ({ ...closed, open: true, mode: asked?.mode ?? 'commands' }))
  .on(paletteClosed, () => closed)
  .on(registry.argumentsNeeded, (palette, { command, invocation }) => ({
    ...palette,
    open: true,
    page: {
      command,
      invocation,
      args: invocation.args ?? {},
      argumentIndex: nextUnasked(command, invocation.args ?? {}, 0),
    },
  }))
  .on(pageClosed, (palette) => ({ ...palette, page: palette.page && pageBefore(palette.page) }))

/** The page with the answer in it; its index is past the end when nothing is left to ask. */
const answered = sample({
  clock: argumentEntered,
  source: $palette,
  filter: ({ page }) => page !== null,
  fn: ({ page }, value) => withAnswer(page as PalettePage, value),
})
$palette.on(answered, (palette, page) => (isComplete(page) ? closed : { ...palette, page }))
sample({
  clock: answered,
  filter: isComplete,
  fn: ({ invocation, args }) => ({ ...invocation, args }),
  target: registry.commandInvoked,
})

function withAnswer(page: PalettePage, value: string | null): PalettePage {
  const argument = page.command.args?.[page.argumentIndex]
  const args = argument && value !== null ? { ...page.args, [argument.name]: value } : page.args
  return { ...page, args, argumentIndex: nextUnasked(page.command, args, page.argumentIndex + 1) }
}

function isComplete({ command, argumentIndex }: PalettePage): boolean {
  return argumentIndex >= (command.args?.length ?? 0)
}

function nextUnasked(command: Command, args: Readonly<Record<string, string>>, from: number): number {
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
