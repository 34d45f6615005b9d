import { encodeQR } from 'qr'

/** A text as a QR code: dark on light in both themes, as cameras expect. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
