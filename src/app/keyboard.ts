/** Dispatches the window's keys and clicks to commands. */
import { combine, createWatch, scopeBind, type Scope } from 'effector'
import { tinykeys } from 'tinykeys'
import { createHotkeys, type Clock, type CommandArgs, type Invocation, type Press } from '../core/index.ts'
import { $areContinuationsShown, $keymap, context, registry, pendingKeysChanged } from '../model/app/index.ts'
import { keyPressed } from '../model/keys/index.ts'
import { $isVisitor } from '../model/session/index.ts'
import { captureKeys } from '../ui/index.ts'
import { leaveFields } from './focus.ts'
import { leaveFrames } from './frames.ts'

/** Any key with any modifiers. */
const ANY_PRESS = '[Alt]+[Control]+[Meta]+[Shift]+(.+)'

/** Visitors have no reader: of its keys only those that name their pages are theirs, as that of the palette. */
const $usableKeymap = combine($keymap, $isVisitor, (keymap, isVisitor) =>
  isVisitor ? keymap.filter(({ where }) => where?.includes('home')) : keymap,
)

/**
 * @param area gets the area that receives a key pressed now
 * @returns handles a press that did not reach the window's listener, as one from before it
 */
export function listenForCommands(scope: Scope, clock: Clock, area: () => string): (press: Press) => void {
  const invoked = scopeBind(registry.commandInvoked, { scope })
  const hotkeys = createHotkeys(clock, {
    bound: () => scope.getState($usableKeymap),
    area,
    contextKeys: () => scope.getState(context.$contextKeys),
    fire: ({ id, count, args }) => {
      if (scope.getState(registry.$commands).get(id)?.load) holdKeys(scope, id)
      invoked({ id, count, source: 'keyboard', ...(args && { args }) })
    },
    waiting: scopeBind(pendingKeysChanged, { scope }),
    areContinuationsShown: () => scope.getState($areContinuationsShown),
    pressed: scopeBind(keyPressed, { scope }),
  })
  // Held keys and fields are decided on by the command's binding.
  tinykeys(window, { [ANY_PRESS]: hotkeys.press }, { ignore: () => false })
  // A click ends the wait for a further key; a click in the which-key panel runs what it shows first.
  document.addEventListener('pointerup', () => setTimeout(hotkeys.reset))
  leaveFrames(hotkeys.press)
  leaveFields()
  document.addEventListener('click', (event) => {
    const requested = requestedBy(event.target)
    if (requested) invoked(requested)
  })
  return hotkeys.press
}

/** While the code of a command loads, the keys that follow it wait: they may be for what it opens. */
function holdKeys(scope: Scope, id: string): void {
  const waiting: KeyboardEvent[] = []
  const release = captureKeys((event) => {
    waiting.push(event)
    // What the command opens may capture keys as well.
    event.stopImmediatePropagation()
    return true
  })
  const replay = () => {
    release()
    for (const event of waiting)
      (document.activeElement ?? document).dispatchEvent(new KeyboardEvent('keydown', event))
  }
  const stopWatching = createWatch({
    unit: registry.dispatchFx.finally,
    scope,
    fn: ({ params }) => {
      if (params.id !== id) return
      stopWatching()
      // After the command has drawn what it opens.
      setTimeout(replay)
    },
  })
}

/** The command of a clicked element with `data-command-id`; its arguments are JSON in `data-command-args`. */
function requestedBy(target: EventTarget | null): Invocation | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-command-id]') : null
  const id = element?.dataset.commandId
  if (!element || !id || element.ariaDisabled === 'true' || element.hasAttribute('data-disabled')) return null
  const args = element.dataset.commandArgs
  return {
    id,
    source: element.role?.startsWith('menuitem') ? 'menu' : 'button',
    ...(args && { args: JSON.parse(args) as CommandArgs }),
  }
}
