import { type CSSProperties, useState } from 'react'
import { safeSource } from '../core/safe-href.ts'
import { usePictureAddress } from './picture-sources.ts'
import { fallbackLetters, nameHue } from './fallback-letters.ts'

export type AvatarProps = {
  readonly src?: string | null | undefined
  /** The domain or name that determines letters and colour. */
  readonly name: string
  readonly shape?: 'site' | 'person'
  readonly size?: 'small' | 'medium' | 'large'
}

/** A picture of a site or user; without one, two letters on a colour. Decorative, as the name is next to it. */
export function Avatar({ src, name, shape = 'site', size = 'medium' }: AvatarProps) {
  // Which address failed, not whether one did: a recycled row gets another address and another chance.
  const [failed, setFailed] = useState<string>()
  const address = usePictureAddress(safeSource(src))
  const shown = address === failed ? undefined : (address ?? undefined)
  return (
    <span
      className="ui-avatar"
      data-shape={shape}
      data-size={size}
      data-image={shown && ''}
      style={hueOf(shown ? '' : name)}
      aria-hidden="true"
    >
      {shown ? (
        <img
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(shown)}
        />
      ) : (
        fallbackLetters(name)
      )}
    </span>
  )
}

const hueOf = (name: string) => (name ? ({ '--avatar-hue': nameHue(name) } as CSSProperties) : undefined)
