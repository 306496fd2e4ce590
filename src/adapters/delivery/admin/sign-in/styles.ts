const dark =
  '--page:#121513;--surface:#1a1e1b;--text:#e9ece8;--muted:#a9b2ab;--border:#7f8a82;--accent:#5cc9aa;--on-accent:#06231b;--danger:#ff8a80;--focus:#8ab4ff';

/** The styles of the forms, in the colours of the page. */
export const styles = `:root{color-scheme:light dark;--page:#f5f6f4;--surface:#fff;--text:#1a1d1a;--muted:#545b54;--border:#767d76;--accent:#0b6b55;--on-accent:#fff;--danger:#b3261e;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark;${dark}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--text);font:14px/20px system-ui,sans-serif}
main{width:100%;max-width:400px;padding:32px;margin:16px 0;background:var(--surface);border-radius:6px}
.name{margin:0 0 24px;font-weight:600}
.name span{color:var(--muted);font-weight:400}
h1{margin:0 0 16px;font-size:20px;line-height:28px}
label{display:block;margin:16px 0 4px;font-weight:600}
input{width:100%;height:36px;padding:0 8px;font:inherit;font-size:16px;color:inherit;background:transparent;border:1px solid var(--border);border-radius:6px}
button{width:100%;height:36px;margin-top:24px;font:inherit;font-weight:600;color:var(--on-accent);background:var(--accent);border:0;border-radius:6px;cursor:pointer}
.choice{display:flex;gap:8px;align-items:start;font-weight:400}
.choice input{flex:none;width:20px;height:20px;margin:0}
a{color:var(--accent)}
.hint{margin:4px 0 0;color:var(--muted)}
.problem{margin:0 0 8px;color:var(--danger)}
.providers{display:grid;gap:12px;margin:24px 0 0}
.providers a{display:grid;place-items:center;min-height:36px;padding:0 8px;color:var(--text);font-weight:600;text-decoration:none;border:1px solid var(--border);border-radius:6px}
.qr{margin:16px auto;padding:8px;width:200px;background:#fff}
.qr svg{display:block;width:100%;height:auto}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
.codes{columns:2;padding:0;list-style:none}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
@media (pointer:coarse){input,button{height:44px}.providers a{min-height:44px}}
`;
