import { Fragment, memo, useSyncExternalStore } from 'react'
import { splitAlternatives } from '../core/keys.ts'
import { keyboardLayout, subscribeToLayout } from './keyboard-layout.ts'
import { currentPlatform, keySequence, type Platform } from './key-label.ts'

export type KbdProps = {
  /** A tinykeys sequence (`$mod+Shift+A`, `g t`); alternatives split by commas. */
  readonly keys: string
  /** Draw every alternative; without it only the first, which is the one to learn. */
  readonly all?: boolean
  /** Without the caps' outline, as in menus. */
  readonly plain?: boolean
  readonly platform?: Platform
}

/** The keys of a command as keycaps, in the marks of the machine at hand. */
export const Kbd = memo(function Kbd({
  keys,
  all = false,
  plain = false,
  platform = currentPlatform,
}: KbdProps) {
  useSyncExternalStore(subscribeToLayout, keyboardLayout)
  const alternatives = splitAlternatives(keys).slice(0, all ? undefined : 1)
  if (alternatives.length === 0) return null
  return (
    <kbd className="ui-kbd" data-plain={plain || undefined}>
      {alternatives.map((alternative, index) => (
        <Fragment key={alternative}>
          {index > 0 && <span className="ui-kbd-or">/</span>}
          <Presses keys={alternative} platform={platform} />
        </Fragment>
      ))}
    </kbd>
  )
})

const Presses = ({ keys, platform }: { readonly keys: string; readonly platform: Platform }) =>
  keySequence(keys, platform).map((press, index) => (
    // A press may occur twice (`g g`), so its index is its key.
    <span className="ui-kbd-press" key={index}>
      {press.map((cap) => (
        <kbd className="ui-kbd-cap" key={cap}>
          {cap}
        </kbd>
      ))}
    </span>
  ))
