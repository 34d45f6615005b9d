/** Whether the palette is open, and which argument it prompts for. */
import { createEffect, createEvent, createStore, sample, type EventCallable } from 'effector'
import type { ArgumentValue, Command, CommandArgs, Invocation } from '../../core/index.ts'
import { registry } from '../app/registry.ts'
import { answerChosen, answerId } from '../recents/index.ts'

export * from './aliases.ts'
export * from './history.ts'
export * from './results.ts'

/** commands: everything; the others show one kind of rows. */
export type PaletteMode = 'commands' | 'subscriptions' | 'labels' | 'entries' | 'places' | 'pipeline' | 'help'
export type PalettePage = {
  readonly command: Command
  readonly invocation: Invocation
  /** Index in `command.args` of the current argument. */
  readonly argumentIndex: number
  readonly args: CommandArgs
  /** The page to which Escape goes back. */
  readonly before: PalettePage | null
  /** It was opened from the list, to which Escape goes back from the first page. */
  readonly fromList: boolean
}
export type Palette = {
  readonly open: boolean
  readonly mode: PaletteMode
  /** What the box holds as it opens, with the letter of its mode. */
  readonly text: string
  readonly page: PalettePage | null
}
const closed: Palette = { open: false, mode: 'commands', text: '', page: null }

export const paletteOpened = createEvent<{ mode?: PaletteMode; text?: string } | void>()
export const paletteClosed = createEvent()
/** Opens the palette, or closes it when it is open. */
export const paletteToggled = createEvent()
/** Sets the current argument. */
export const argumentEntered = createEvent<ArgumentValue>()
/** Prompts for an optional argument, then for the current one again. */
export const optionalArgumentRequested = createEvent<string>()
/** Back to the page before; from the first one to the list, or closed where there was no list. */
export const pageLeft = createEvent()
/** Back to the argument before, even if it was not prompted for: the target that was filled in; or to the list. */
export const pageClosed = createEvent()

export const $palette = createStore<Palette>(closed, { serialize: 'ignore' })
  .on(paletteOpened, (_, request) => ({ ...closed, open: true, mode: 'commands', ...request }))
  .on(paletteToggled, ({ open }) => (open ? closed : { ...closed, open: true }))
  .on(paletteClosed, () => closed)
  .on(registry.argumentsNeeded, (palette, { command, invocation }) => ({
    ...palette,
    open: true,
    page: {
      command,
      invocation,
      args: invocation.args ?? {},
      argumentIndex: nextMissing(command, invocation.args ?? {}),
      before: null,
      fromList: palette.open,
    },
  }))
  .on(optionalArgumentRequested, (palette, name) => {
    const { page } = palette
    const argumentIndex = page?.command.args?.findIndex((argument) => argument.name === name) ?? -1
    return page && argumentIndex >= 0
      ? { ...palette, page: { ...page, argumentIndex, before: page } }
      : palette
  })
  .on(pageLeft, (palette) => {
    const { page } = palette
    return page && (page.before || page.fromList) ? { ...palette, page: page.before } : closed
  })
  .on(pageClosed, (palette) => ({ ...palette, page: palette.page && pageBefore(palette.page) }))

// It shows what each command would do now, and prompts for arguments.
sample({ clock: paletteOpened, fn: () => {}, target: registry.loadFx })

const answered = sample({
  clock: argumentEntered,
  source: $palette,
  filter: ({ page }) => page !== null,
  fn: ({ page }, value) => ({ page: page as PalettePage, value }),
})
sample({
  clock: answered,
  fn: ({ page: { command, argumentIndex }, value }) =>
    answerId(command.id, command.args?.[argumentIndex]?.name ?? '', value),
  target: answerChosen,
})
/** The page with the argument set; its index is past the end when all required arguments are set. */
const argumentSet = answered.map(({ page, value }) => withArgument(page, value))
$palette.on(argumentSet, (palette, page) => (isComplete(page) ? closed : { ...palette, page }))
sample({
  clock: argumentSet,
  filter: isComplete,
  fn: ({ invocation, args }) => ({ ...invocation, args }),
  target: registry.commandInvoked,
})

const requestChoicesFx = createEffect((requested: EventCallable<void>) => requested())
sample({
  clock: $palette.map(({ page }) => page?.command.args?.[page.argumentIndex]?.choicesRequested ?? null),
  filter: Boolean,
  target: requestChoicesFx,
})

function withArgument(page: PalettePage, value: ArgumentValue): PalettePage {
  const argument = page.command.args?.[page.argumentIndex]
  const args = argument ? { ...page.args, [argument.name]: value } : page.args
  return { ...page, args, argumentIndex: nextMissing(page.command, args), before: page }
}

function isComplete({ command, argumentIndex }: PalettePage): boolean {
  return argumentIndex >= (command.args?.length ?? 0)
}

/** Optional arguments are not prompted for. */
function nextMissing(command: Command, args: CommandArgs): number {
  const all = command.args ?? []
  const at = all.findIndex(({ name, optional }) => !optional && args[name] === undefined)
  return at === -1 ? all.length : at
}

function pageBefore(page: PalettePage): PalettePage | null {
  if (page.before) return page.before
  const before = page.command.args?.[page.argumentIndex - 1]
  if (!before) return null
  const { [before.name]: _, ...args } = page.args
  return { ...page, args, argumentIndex: page.argumentIndex - 1 }
}
