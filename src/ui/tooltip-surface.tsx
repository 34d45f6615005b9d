import * as Radix from 'radix-ui/tooltip'
import { Kbd } from './kbd.tsx'
import type { TooltipTarget } from './tooltip-attributes.ts'

/** Radix positions it relative to an anchor over the element. Its text repeats the element's name. */
export function TooltipSurface({ element, text, keys }: TooltipTarget) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const position = `${left} ${top}`
  return (
    <Radix.Provider>
      <Radix.Root open key={position}>
        <Radix.Trigger asChild>
          <span className="ui-tooltip-anchor" style={{ left, top, width, height }} aria-hidden="true" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="ui-tooltip" sideOffset={6} collisionPadding={8}>
            {text}
            {keys && <Kbd keys={keys} />}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
