-- wrk sends the requests of a file in turn, each with a time of its own: one second more after each turn of the file.
-- Arguments: the file (requests, separated by a NUL byte), the first second, and, if the load is paced, how many ms a
-- connection waits on average before each request. The time stands where the file has it:
local TIME = "YYYY%-MM%-DDTHH:MM:SS"

local requests, at, second, text = {}, 0, 0, ""

local function advance()
  second = second + 1
  text = os.date("!%Y-%m-%dT%H:%M:%S", second)
end

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in (file:read("*a") .. "\0"):gmatch("(%Z+)%z") do
    -- The pieces of text between the times; with a gap for each time.
    local pieces, from = {}, 1
    while true do
      local first, last = request:find(TIME, from)
      pieces[#pieces + 1] = request:sub(from, (first or 0) - 1)
      if not first then break end
      pieces[#pieces + 1] = ""
      from = last + 1
    end
    requests[#requests + 1] = pieces
  end
  file:close()
  second = tonumber(args[2])
  advance()
  local wait = tonumber(args[3] or 0)
  -- Without this function, wrk sends as fast as it receives responses.
  if wait > 0 then
    function delay() return math.random(0, 2 * wait) end
  end
end

function request()
  at = at + 1
  if at > #requests then
    at = 1
    advance()
  end
  local pieces = requests[at]
  if #pieces == 1 then return pieces[1] end
  for gap = 2, #pieces, 2 do pieces[gap] = text end
  return table.concat(pieces)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%.6f,"p50Ms":%.4f,"p99Ms":%.4f,"bad":%d,"broken":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
