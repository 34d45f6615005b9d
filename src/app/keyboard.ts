/** From the window's keys and clicks to the one door. */
import { scopeBind, type Scope } from 'effector'
import { listenForHotkeys, type Clock, type Invocation, type KeyTarget } from '../core/index.ts'
import { $keyBindings, context, registry, pendingKeysChanged } from '../model/index.ts'

/** @param area where a key goes that is pressed now */
export function listenForCommands(scope: Scope, clock: Clock, area: () => string): void {
  const invoked = scopeBind(registry.commandInvoked, { scope })
  listenForHotkeys(window as unknown as KeyTarget, clock, {
    bound: () => scope.getState($keyBindings),
    area,
    facts: () => scope.getState(context.$facts),
    fire: ({ id, count }) => invoked({ id, count, source: 'keyboard' }),
    waiting: scopeBind(pendingKeysChanged, { scope }),
  })
  document.addEventListener('click', (event) => {
    const asked = askedBy(event.target)
    if (asked) invoked(asked)
  })
}

/** What a click on an element that carries `data-command-id` means; its arguments stand in `data-command-args` as JSON. */
function askedBy(target: EventTarget | null): Invocation | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-command-id]') : null
  const id = element?.dataset.commandId
  if (!element || !id || element.ariaDisabled === 'true' || element.hasAttribute('data-disabled')) return null
  const args = element.dataset.commandArgs
  return {
    id,
    source: element.role?.startsWith('menuitem') ? 'menu' : 'button',
    ...(args && { args: JSON.parse(args) as Record<string, string> }),
  }
}
