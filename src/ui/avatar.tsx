import { type CSSProperties, useState } from 'react'
import { safeSource } from '../core/safe-href.ts'
import { usePictureAddress } from './picture-sources.ts'
import { domainOf, fallbackLetters, nameHue } from './fallback-letters.ts'

export type AvatarProps = {
  readonly src?: string | null | undefined
  /** The site's address, or else a name: it determines letters and colour. */
  readonly name: string
  readonly shape?: 'site' | 'person'
  readonly size?: 'small' | 'medium' | 'large'
}

/** A picture of a site or user; until it is loaded, and without one, two letters on a colour. Decorative, as the name is next to it. */
export function Avatar({ src, name, shape = 'site', size = 'medium' }: AvatarProps) {
  // Which address failed, not whether one did: a recycled row gets another address and another chance.
  const [failed, setFailed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const address = usePictureAddress(safeSource(src))
  const shown = address === failed ? undefined : (address ?? undefined)
  const isLoaded = shown !== undefined && shown === loaded
  const site = domainOf(name)
  return (
    <span
      className="ui-avatar"
      data-shape={shape}
      data-size={size}
      data-image={isLoaded ? '' : undefined}
      style={hueOf(isLoaded ? '' : site)}
      aria-hidden="true"
    >
      {!isLoaded && fallbackLetters(site)}
      {shown && (
        <img
          src={shown}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onLoad={() => setLoaded(shown)}
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  )
}

const hueOf = (name: string) => (name ? ({ '--avatar-hue': nameHue(name) } as CSSProperties) : undefined)
