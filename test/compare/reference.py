"""Answers of shapely and GeographicLib: reads cases from standard input, prints how each disagrees."""
import json
import sys

from geographiclib.geodesic import Geodesic
from shapely.geometry import LineString, Point, Polygon

WGS84 = Geodesic.WGS84


def distance(a, b):
    return WGS84.Inverse(a[1], a[0], b[1], b[0], Geodesic.DISTANCE)["s12"]


def unwrap(line):
    result = [tuple(line[0])]
    for longitude, latitude in line[1:]:
        before = result[-1][0]
        result.append((before + (longitude - before + 180) % 360 - 180, latitude))
    return result


def near(position, ring):
    """The position in the turn of longitude of the ring."""
    longitudes = [x for x, _ in ring]
    middle = (min(longitudes) + max(longitudes)) / 2
    return (position[0] + 360 * round((middle - position[0]) / 360), position[1])


def nearest(a, b, position):
    """The distance to the line from a to b that is straight in longitude and latitude."""
    at = lambda share: distance((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), position)
    samples = 12
    best = min(range(samples + 1), key=lambda sample: at(sample / samples))
    low, high = max(0, best - 1) / samples, min(samples, best + 1) / samples
    for _ in range(40):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if at(left) < at(right):
            high = right
        else:
            low = left
    return min(at((low + high) / 2), at(low), at(high))


def to_line(line, position):
    return min(nearest(a, b, position) for a, b in zip(line, line[1:]))


def judge(shape, position):
    """Whether the position is inside, and a function for its distance to the edge, m."""
    if shape["type"] == "circle":
        off = distance(shape["center"], position) - shape["radius"]
        return off <= 0, lambda: abs(off)
    if shape["type"] == "corridor":
        off = to_line(unwrap(shape["coordinates"]), position) - shape["width"] / 2
        return off <= 0, lambda: abs(off)
    outer = unwrap(shape["coordinates"][0])
    holes = [[near(one, outer) for one in unwrap(hole)] for hole in shape["coordinates"][1:]]
    point = near(position, outer)
    inside = Polygon(outer, holes).contains(Point(point))
    return inside, lambda: min(to_line(ring, point) for ring in [outer, *holes])


cases = json.load(sys.stdin)
disagreements = []
largest = {"share": 0, "meters": 0}
for index, case in enumerate(cases):
    if "distance" in case:
        edge = (case["from"], case["to"])
        right = nearest(*edge, case["position"]) if "position" in case else distance(*edge)
        off = abs(case["distance"] - right)
        largest["meters"] = max(largest["meters"], off)
        largest["share"] = max(largest["share"], off / max(1, right))
        continue
    if "valid" in case:
        rings = case["rings"]
        outer = unwrap(rings[0])
        polygon = Polygon(outer, [[near(one, outer) for one in unwrap(hole)] for hole in rings[1:]])
        if polygon.is_valid != case["valid"]:
            disagreements.append({"index": index, "meters": 0})
        continue
    inside, meters = judge(case["shape"], case["position"])
    if inside != case["inside"]:
        disagreements.append({"index": index, "meters": meters()})
    elif "within" in case:
        reach = 0 if inside else meters()
        if abs(reach - case["within"]) > 1 and (reach <= case["within"]) != case["isWithin"]:
            disagreements.append({"index": index, "meters": abs(reach - case["within"])})
print(json.dumps({"cases": len(cases), "disagreements": disagreements, **largest}))
