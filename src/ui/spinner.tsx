export type SpinnerProps = { readonly size?: 'small' | 'medium' | 'large'; readonly label?: string }

/** Indeterminate progress. With a label it is announced, without one it is decorative. */
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
