export type SpinnerProps = { readonly size?: 'small' | 'medium' | 'large'; readonly label?: string }

/** Something is under way and nobody knows for how long. With a label it is announced, without one it is ornament. */
export function Spinner({ size = 'small', label }: SpinnerProps) {
  return (
    <span
      className="ui-spinner"
      data-size={size}
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
    >
      {label && <span className="ui-visually-hidden">{label}</span>}
    </span>
  )
}
